/**
 * Spreadsheets evaluate a cell that begins like this as a formula (OWASP, CSV injection), the wide signs of East Asian
 * keyboards and what stands behind invisible characters included. Behind apostrophes they do not, but one more tells those
 * of the text from ours.
 */
const formulaStart = /^'*[\s\p{DI}]*[=+\-@\t\r|%＝＋－＠]/u

/** Numbers such as `-3` are not formulas. */
const plainNumber = /^-?\d+([.,]\d+)?$/

/**
 * One cell of a CSV file (RFC 4180, separator `;` or `,`): quoted where necessary, and with a leading apostrophe where
 * a spreadsheet would evaluate it. Null and undefined are empty cells.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[";,\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What `csvCell` made of a text that a spreadsheet would evaluate, as it was. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell

/** A whole CSV file: byte order mark for Excel, `;` as German spreadsheets expect, CRLF after each line. */
export function csvFile(rows: readonly (readonly (string | number | boolean | null | undefined)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvCell).join(';')}\r\n`).join('')}`
}

/**
 * A whole number as spreadsheets write it: `1234567`, `1.234.567`, `1 234 567`, `1'234'567`. Null for anything else, also
 * for what is rounded or broken (`1,2 Mio.`, `1,5`).
 */
export function readWholeNumber(typed: string): number | null {
  const text = typed.trim()
  if (!/^\d{1,15}$/.test(text) && !/^\d{1,3}([.,'’\s]\d{3}){1,4}$/.test(text)) return null
  return Number(text.replace(/\D/g, ''))
}
