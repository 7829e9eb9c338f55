import { expect, test } from 'vitest'
import { wrongInIndex } from './check-decisions.ts'

const pages = {
  '001-a.md': '# 001 One page\n\nStatus: accepted. Date: 2026-11-21.\n',
  '002-b.md': '# 002 Another\n\nStatus: superseded by 001. Date: 2026-11-21.\n',
}
const first = '- [001](001-a.md) One page\n'
const second = '- [002](002-b.md) Another (superseded by 001)\n'

test('an index with every page once is accepted', () =>
  expect(wrongInIndex(`## A\n\n${first}${second}`, pages)).toEqual([]))

test.each([
  ['a page that is missing', first, '002-b.md: listed 0 times'],
  ['a page under two subjects', first + second + first, '001-a.md: listed 2 times'],
  ['another title', `- [001](001-a.md) Old title\n${second}`, 'instead of "001 One page"'],
  ['another number', `- [003](001-a.md) One page\n${second}`, 'instead of "001 One page"'],
  [
    'a superseded page without its mark',
    `${first}- [002](002-b.md) Another\n`,
    'instead of "002 Another (superseded by 001)"',
  ],
  ['a page that is gone', `${first}${second}- [004](004-d.md) Gone\n`, '004-d.md: listed, but no such page'],
])('%s is named', (_, index, what) => {
  const wrong = wrongInIndex(index, pages)
  expect(wrong).toHaveLength(1)
  expect(wrong[0]).toContain(what)
})
