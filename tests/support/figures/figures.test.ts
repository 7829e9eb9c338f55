import { expect, test } from 'vitest'
import { notRead } from './not-read.ts'
import { numbersIn, pageNames, sentencesIn, textOf, wrongFigure, wrongIn } from './page-says.ts'
import { figures, storedFigures } from './rows.ts'

const exceptions = Object.values(notRead).flat()

test.each(figures.map((figure) => ({ figure, page: figure[0], says: figure[1] })))(
  '$page says "$says"',
  ({ figure }) => {
    expect(wrongFigure(figure)).toBeUndefined()
  },
)

/** Where the numbers stand of which these sentences tell. */
const placesOf = (page: string, sentences: readonly (readonly [page: string, says: string, ...rest: unknown[]])[]) =>
  sentences
    .filter(([of]) => of === page)
    .flatMap(([, says]) => sentencesIn(textOf(page), says).flatMap(({ numbers }) => numbers.map(({ at }) => at)))

test.each(pageNames())('every number of %s is compared with code, or said not to be', (page) => {
  const text = textOf(page)
  const read = new Set(placesOf(page, [...figures, ...storedFigures, ...exceptions]))
  const unread = numbersIn(text).filter(({ at }) => !read.has(at))
  expect(
    unread.map(
      ({ at, says }) => `${text.slice(Math.max(0, at - 60), at)}[${says}]${text.slice(at + says.length).slice(0, 50)}`,
    ),
  ).toEqual([])
})

test('a number that is said not to be compared is on its page, and is not', () => {
  const isVain = ([page, says]: (typeof exceptions)[number]) => {
    const read = new Set(placesOf(page, [...figures, ...storedFigures]))
    return placesOf(page, [[page, says]]).every((at) => read.has(at))
  }
  expect(exceptions.filter(isVain)).toEqual([])
})

test('a number may be a word or have commas, and a line may break', () => {
  expect(wrongIn('At most ten rows, 1,000 in all.', 'at most {} rows, {} in all', [10, 1000])).toBeUndefined()
})

test.each([
  ['another number', 'At most 20 rows.', [2], 'the page says "At most 20 rows", code has 2'],
  ['a longer number', 'At most 1,200 rows.', [200], 'the page says "At most 1,200 rows", code has 200'],
  ['another sentence', 'Any number of rows.', [2], 'the page does not say "At most {} rows"'],
  ['a number too few', 'At most 2 rows.', [], '1 places for 0 numbers'],
  ['one of two', 'At most 2 rows. At most 3 rows.', [2], 'the page says "At most 3 rows", code has 2'],
])('%s is named', (_, text, numbers, what) => expect(wrongIn(text, 'At most {} rows', numbers)).toBe(what))

test('digits and words are numbers; names, addresses, examples, references and codes are not', () => {
  const text = 'At most 2,5 or six of `x 3` ([ADR 40](50-x.md), RFC 60) "7 Tage": 429, one, 4xx, [070](x).'
  expect(numbersIn(text).map(({ says }) => says)).toEqual(['2,5', 'six'])
})
