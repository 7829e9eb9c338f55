/** A record of a CSV text: its cells, and the line on which it begins, from 1. */
export type CsvRecord = { line: number; cells: string[] }

const separators = [';', '\t', ','] as const

/** What stands between the cells: the separator that the first line has most of. German spreadsheets write `;`, a copy `\t`. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const counts = separators.map((separator) => first.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** A quote that is never closed, or stands within a cell that begins with one; `line` is where it opens. */
export class OpenQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super(`open quote in line ${line}`)
    this.line = line
  }
}

/**
 * Records of a text as a person pastes or uploads it: RFC 4180 with `,`, `;` or tab, with or without byte order mark. Empty
 * lines are left out, cells trimmed. Throws OpenQuote. For files of known columns see import/parse-csv.ts, which needs Node.
 */
export function csvRecords(text: string): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '')
  const separator = separatorOf(source)
  // A cell: quoted with doubled quotes, or up to the next separator or line end.
  const cell = new RegExp(` *"((?:[^"]|"")*)" *|([^${separator}\\r\\n]*)`, 'y')
  const records: CsvRecord[] = []
  let line = 1
  let at = 0
  let cells: string[] = []
  let begins = 1
  while (at <= source.length) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(source) ?? []
    if (quoted === undefined && /^ *"/.test(plain)) throw new OpenQuote(line)
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    at += whole.length
    const end = source[at]
    if (quoted !== undefined && end !== undefined && ![separator, '\r', '\n'].includes(end)) throw new OpenQuote(line)
    line += whole.split('\n').length - 1
    if (end === separator) {
      at += 1
      continue
    }
    if (cells.some(Boolean)) records.push({ line: begins, cells })
    cells = []
    at += source.startsWith('\r\n', at) ? 2 : 1
    line += 1
    begins = line
  }
  return records
}
