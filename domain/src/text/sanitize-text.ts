/**
 * Text as HoT stores and searches it: NFC, line breaks as `\n`, tabs as spaces, without NUL and other control
 * characters and without bidi overrides and isolates (they let a name reorder the text around it). Lone surrogates,
 * which PostgreSQL and URLs refuse, become U+FFFD. Everything visible is preserved; use it on queries and forms.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/gu, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .normalize('NFC')
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
