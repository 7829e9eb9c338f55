import { expect, test } from 'vitest'
import { menuGroups } from './main-menu.tsx'

test('the main menu has four dropdowns, each entry with emoji and line', () => {
  expect(menuGroups.map((group) => group.title)).toEqual(['Stars', 'Formate', 'Trashtalk', 'Charts'])
  for (const { entries } of menuGroups)
    for (const entry of entries) expect([entry.emoji, entry.title, entry.line, entry.to]).not.toContain('')
})

test('within a menu no address appears twice', () => {
  for (const { entries } of menuGroups) expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length)
})
