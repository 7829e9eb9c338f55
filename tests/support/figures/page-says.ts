import fs from 'node:fs'
import path from 'node:path'

const pages = path.resolve(import.meta.dirname, '../../../docs/product')
const words = [
  'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen twenty',
]
  .join(' ')
  .split(' ')
const round: Readonly<Record<number, string>> = {
  30: 'thirty',
  40: 'forty',
  50: 'fifty',
  100: 'hundred',
  1000: 'thousand',
}

const number = `(?<![\\w.,:-])(?:\\d+(?:[.,]\\d+)*|(?:${[...words, ...Object.values(round)].join('|')})\\b)(?![\\w])`

/** Status of an answer, code of an error of PostgreSQL: names that are digits. 400, 500 and 200 are figures as well. */
const codes = /^(301|304|401|403|404|408|409|410|429|503|504|42501)$/

/**
 * A figure that a page of docs/product names: the page, what it says with `{}` for each number, and the numbers as code
 * has them. Lines may break anywhere; a number may be a word ("ten") or have commas ("1,000").
 */
export type Figure = readonly [page: string, says: string, ...numbers: number[]]

/**
 * A figure that SQL has: the page, what it says, then in pairs what of the database has it, and what that says with the same
 * numbers in the same order. A function or view by its name, a job also as `comment on …`; the default of a column, a check or
 * trigger by the names of its table and its own. `{/60}`, `{*100}`, `{+1}` and `{-1}` say how the page's number follows from it.
 */
export type StoredFigure = readonly [page: string, says: string, name: string, code: string, ...more: string[]]

export const pageNames = (): string[] => fs.readdirSync(pages).sort()

/** A page on one line, without headings. */
export const textOf = (page: string): string =>
  fs.readFileSync(path.join(pages, page), 'utf8').replace(/^#.*/gm, '').replace(/\s+/g, ' ')

/** Whether the page says it with these numbers wherever it says it; otherwise what it says instead, or that it does not say it any more. */
export const wrongFigure = ([page, says, ...numbers]: Figure): string | undefined =>
  wrongIn(textOf(page), says, numbers)

export function wrongIn(text: string, says: string, numbers: readonly number[]): string | undefined {
  const places = says.split('{}').length - 1
  if (places !== numbers.length) return `${places} places for ${numbers.length} numbers`
  const found = sentencesIn(text, says)
  if (found.length === 0) return `the page does not say "${says}"`
  const wrong = found.find((sentence) =>
    sentence.numbers.some(({ says: said }, at) => !spellings(numbers[at]).includes(said.toLowerCase())),
  )
  return wrong && `the page says "${wrong.text}", code has ${numbers.join(', ')}`
}

type Place = { at: number; says: string }

/** Where a text has this sentence, with whatever numbers. */
export function sentencesIn(text: string, says: string): { text: string; numbers: Place[] }[] {
  const literal = says.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [...text.matchAll(new RegExp(literal.join(`(${number})`), 'gid'))].map((found) => ({
    text: found[0],
    numbers: found.slice(1).map((said, at) => ({ at: found.indices?.[at + 1]?.[0] ?? -1, says: said })),
  }))
}

/**
 * The numbers of a text that a figure has to stand for: from two upwards (0 and 1 begin a range, or stand for nothing and
 * one), as digits or words. Not what is code or an address, what is in quotation marks (the interface's words, mostly with an
 * example), a number of a decision, of a rule of law or of a standard, and codes of answers.
 */
export function numbersIn(text: string): Place[] {
  const blank = (said: string) => ' '.repeat(said.length)
  const prose = [
    /`[^`]*`/g,
    /\[\d+\]\([^)]*\)/g,
    /\]\([^)]*\)/g,
    /"[^"]*"/g,
    /\b(ADR|RFC|Art\.|Articles?) \d+((,| and) \d+)*/g,
  ].reduce((rest, told) => rest.replace(told, blank), text)
  return [...prose.matchAll(new RegExp(number, 'gi'))]
    .map((found) => ({ at: found.index, says: found[0] }))
    .filter(({ says }) => !/^([01]|no|one)$/i.test(says) && !codes.test(says))
}

function spellings(value = 0): string[] {
  const padded = String(value).padStart(2, '0')
  return [String(value), padded, value.toLocaleString('en'), words[value] ?? '', round[value] ?? '']
}
