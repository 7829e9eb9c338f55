import fs from 'node:fs'
import path from 'node:path'

const pages = path.resolve(import.meta.dirname, '../../../docs/product')
const words = [
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen twenty',
]
  .join(' ')
  .split(' ')

/**
 * A figure that a page of docs/product names: the page, what it says with `{}` for each number, and the numbers as code
 * has them. Lines may break anywhere; a number may be a word ("ten") or have commas ("1,000").
 */
export type Figure = readonly [page: string, says: string, ...numbers: number[]]

/** Whether the page says it with these numbers; otherwise what it says instead, or that it does not say it any more. */
export function wrongFigure([page, says, ...numbers]: Figure): string | undefined {
  const text = fs.readFileSync(path.join(pages, page), 'utf8').replace(/\s+/g, ' ')
  return wrongIn(text, says, numbers)
}

export function wrongIn(text: string, says: string, numbers: readonly number[]): string | undefined {
  const parts = says.split('{}')
  if (parts.length !== numbers.length + 1) return `${parts.length - 1} places for ${numbers.length} numbers`
  const literal = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const sentence = (place: (at: number) => string) =>
    new RegExp(literal.map((part, at) => part + (at < numbers.length ? place(at) : '')).join(''), 'i')
  if (sentence((at) => `(?<![\\d.,])(?:${spellings(numbers[at] ?? 0)})(?![\\d]|[.,]\\d)`).test(text)) return undefined
  const other = sentence(() => '[\\w.,]+?').exec(text)?.[0]
  return other ? `the page says "${other}", code has ${numbers.join(', ')}` : `the page does not say "${says}"`
}

const spellings = (number: number): string =>
  [String(number), number.toLocaleString('en'), words[number]]
    .flatMap((spelling) => spelling?.replace('.', '\\.') ?? [])
    .join('|')
