import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A record of a CSV text: its cells, and the line on which it begins, from 1. */
export type CsvRecord = { line: number; cells: string[] }

/** A record that cannot be read, as a German sentence with its line. */
type CsvFault = { line: number; message: string }

export type CsvRecords = { records: CsvRecord[]; faults: CsvFault[] }

const separators = [';', '\t', ','] as const

/** `sep=;`, the first line by which Excel is told the separator. */
const separatorLine = /^"?sep=([;,\t|])"?[;,\t]*(\n|$)/i

/**
 * The separator: the most frequent candidate in the first line that says something, outside quotes. German
 * spreadsheets write `;`, copied cells and "Unicode-Text" are separated by `\t`.
 */
function separatorOf(text: string): string {
  const at = Math.max(0, text.search(/[^\s;,]/))
  const [first = ''] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', 1)
  const bare = first.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => bare.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Records of a text whose line breaks are `\n`: RFC 4180 with `,`, `;` or tab, or what a first line `sep=` says. Rows
 * without any text are left out, and cells trimmed. What cannot be read is named, and does not hide the rest.
 */
export function csvRecords(text: string): CsvRecords {
  const told = separatorLine.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const read: CsvRecords = { records: [], faults: [] }
  const separator = told?.[1] ?? separatorOf(body)
  let from: Rest | null = { text: body, line: told ? 2 : 1 }
  while (from) from = readFrom(from, separator, read)
  return read
}

/** What is still to be read, and the number of its first line. */
type Rest = { text: string; line: number }
type Parsed = { record: string[]; info: { lines: number }; raw: string }

/** Reads to the end, or to a quote that nobody closes: then what follows its line is the rest. */
function readFrom({ text, line: first }: Rest, separator: string, { records, faults }: CsvRecords): Rest | null {
  const misplaced: number[] = []
  let open: number | null = null
  const parsed = parse(text, {
    delimiter: separator,
    record_delimiter: '\n',
    info: true,
    raw: true,
    // Not `trim`: together with skipping, the parser stops at the first letter behind a closing quote.
    ltrim: true,
    // A quote inside a cell is literal unless the cell begins with one.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') open = openingQuote(text)
      else throw error ?? new TypeError('a record was skipped without a reason')
    },
  }) as unknown as Parsed[]
  for (const { record, info, raw } of parsed) {
    // `lines` is the line on which a record ends; it begins before the line breaks inside its own quotes.
    const line = first + info.lines - lineBreaks(record.join('')) - 1
    const cells = record.map((cell) => cell.trim())
    if (record.some((cell) => hasWrongQuote(cell, raw))) misplaced.push(line)
    else if (cells.some(Boolean)) records.push({ line, cells })
  }
  for (const line of misplaced)
    faults.push({
      line,
      message:
        'Ein Anführungszeichen steht falsch: Nach dem schließenden darf nur das Trennzeichen kommen. Im Text muss es doppelt stehen.',
    })
  if (open === null) return null
  const opened = first + lineBreaks(text.slice(0, open))
  faults.push({ line: opened, message: 'Ein Anführungszeichen wird nicht geschlossen. Ergänz es oder lösch es.' })
  const next = text.indexOf('\n', open)
  return next < 0 ? null : { text: text.slice(next + 1), line: opened + 1 }
}

/** Whether a cell begins with a quote that the file does not write as text: then more text follows its closing quote. */
const hasWrongQuote = (cell: string, raw: string) =>
  cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}"`)

const lineBreaks = (text: string) => text.split('\n').length - 1

/** Where the quote is that is never closed: the last one, behind which only pairs follow, which stand for one in the text. */
function openingQuote(text: string): number {
  let at = text.lastIndexOf('"')
  while (at > 0 && text[at - 1] === '"') at = text.lastIndexOf('"', at - 2)
  return Math.max(at, 0)
}
