/** Combining marks, and the two letters that NFKD turns into some. `private.collapse_marks()` spells out the same set. */
const marks = '[\\p{M}\\uff9e\\uff9f]'
const longRun = new RegExp(`(${marks}{8})${marks}+`, 'gu')

/**
 * Text with at most 8 combining marks in a row, more than any script writes on one letter. Done before normalising,
 * which sorts marks by insertion: the time for a longer run is the square of its length.
 */
export const collapseMarks = (text: string): string => text.replace(longRun, '$1')

/** The first `most` characters (code points). */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('')

/** Twice what the longest field holds (the text of news). */
const READ = 100_000

/**
 * Text as HoT stores and searches it: NFC, line breaks as `\n`, tabs as spaces, without NUL and other control
 * characters and without bidi overrides and isolates (they let a name reorder the text around it), at most 8 combining
 * marks in a row. Lone surrogates, which PostgreSQL and URLs refuse, become U+FFFD. Everything else visible is preserved
 * up to 100,000 characters; use it on queries and forms.
 */
export function cleanText(text: string): string {
  const visible = firstCharacters(text, READ)
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/gu, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
  return collapseMarks(visible).normalize('NFC')
}

/** `cleanText` for single lines (titles, names, queries): any whitespace becomes one space, ends trimmed. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/**
 * Length in characters as PostgreSQL's `char_length` counts them (code points), so that both sides apply the same
 * limits.
 */
export function textLength(text: string): number {
  return [...text].length
}
