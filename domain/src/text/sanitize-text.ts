/** Combining marks, and the two letters that NFKD turns into marks. `private.collapse_marks()` has the same set. */
const marks = '[\\p{M}\\uff9e\\uff9f]'
const longRun = new RegExp(`(${marks}{8})${marks}+`, 'gu')

/**
 * Text with at most 8 combining marks in a row, which is more than any script needs. Call it before `normalize`, which
 * takes quadratic time to sort a run of marks.
 */
export const collapseMarks = (text: string): string => text.replace(longRun, '$1')

/** The first `most` characters (code points). */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('')

/** In characters; twice the longest field (the text of news). */
const READ = 100_000

/**
 * What shows nothing: the characters that Unicode calls default-ignorable, spaces, the braille blank.
 * `private.clean_text()` has the same set.
 */
const emptyLines = /\n(?:[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\p{DI}]*\n){3,}/gu
const visible = /[^\s\p{DI}\u2800]/u

/**
 * Text as HoT stores and searches it: NFC, line breaks as `\n`, tabs as spaces, no control characters, no bidi
 * overrides and isolates (with them a name could reorder the text around it), at most 8 combining marks and two empty
 * lines in a row. Empty if nothing in it is visible. Lone surrogates, which PostgreSQL and URLs reject, become U+FFFD.
 * Cut to 100,000 characters; nothing else changes.
 */
export function cleanText(text: string): string {
  const bare = firstCharacters(text, READ)
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/gu, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
  const clean = collapseMarks(bare).normalize('NFC').replace(emptyLines, '\n\n\n')
  return visible.test(clean) ? clean : ''
}

/** `cleanText` for a single line (title, name, query): trimmed, and any whitespace becomes one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/** Length in code points, as PostgreSQL's `char_length` counts, so that forms and database apply the same limits. */
export function textLength(text: string): number {
  return [...text].length
}
