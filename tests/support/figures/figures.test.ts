import { expect, test } from 'vitest'
import { calendarAndHome, comments, posts, starsAndFormats } from './content.ts'
import { wrongFigure, wrongIn } from './page-says.ts'
import { accounts, admin, members } from './people.ts'
import { network, pages, search } from './technical.ts'

const figures = [
  ...posts,
  ...comments,
  ...starsAndFormats,
  ...calendarAndHome,
  ...accounts,
  ...members,
  ...admin,
  ...network,
  ...search,
  ...pages,
]

test.each(figures.map((figure) => ({ figure, page: figure[0], says: figure[1] })))(
  '$page says "$says"',
  ({ figure }) => {
    expect(wrongFigure(figure)).toBeUndefined()
  },
)

test('a number may be a word or have commas, and a line may break', () => {
  expect(wrongIn('At most ten rows, 1,000 in all.', 'at most {} rows, {} in all', [10, 1000])).toBeUndefined()
})

test.each([
  ['another number', 'At most 20 rows.', [2], 'the page says "At most 20 rows", code has 2'],
  ['a longer number', 'At most 1,200 rows.', [200], 'the page says "At most 1,200 rows", code has 200'],
  ['another sentence', 'Any number of rows.', [2], 'the page does not say "At most {} rows"'],
  ['a number too few', 'At most 2 rows.', [], '1 places for 0 numbers'],
])('%s is named', (_, text, numbers, what) => expect(wrongIn(text, 'At most {} rows', numbers)).toBe(what))
