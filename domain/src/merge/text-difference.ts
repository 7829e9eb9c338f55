/** A text beside another one: what both begin with, what only this one has, and what both end with. */
export type TextPart = { before: string; changed: string; after: string }

const wordsOf = (text: string) => text.match(/\s+|\S+/gu) ?? []

/** Where a text differs from another one, in whole words. */
export function textDifference(text: string, other: string): TextPart {
  const [words, others] = [wordsOf(text), wordsOf(other)]
  const most = Math.min(words.length, others.length)
  let start = 0
  while (start < most && words[start] === others[start]) start++
  let end = 0
  while (end < most - start && words.at(-1 - end) === others.at(-1 - end)) end++
  return {
    before: words.slice(0, start).join(''),
    changed: words.slice(start, words.length - end).join(''),
    after: words.slice(words.length - end).join(''),
  }
}
