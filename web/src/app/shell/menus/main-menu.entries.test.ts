import { expect, test } from 'vitest'
import { menuGroups } from './main-menu.tsx'

test('the main menu has four dropdowns, each entry with emoji and description', () => {
  expect(menuGroups.map((group) => group.title)).toEqual(['Stars', 'Formate', 'Trashtalk', 'Charts'])
  for (const { entries } of menuGroups)
    for (const entry of entries) expect([entry.emoji, entry.title, entry.line, entry.to]).not.toContain('')
})

test('a menu has no path twice', () => {
  for (const { entries } of menuGroups) expect(new Set(entries.map(({ to }) => to)).size).toBe(entries.length)
})
