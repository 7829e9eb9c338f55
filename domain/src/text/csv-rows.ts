import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A record of a CSV text: its cells, and the line on which it begins, from 1. */
export type CsvRecord = { line: number; cells: string[] }

const separators = [';', '\t', ','] as const

/**
 * The separator: the most frequent candidate in the first line. German spreadsheets write `;`, copied cells are
 * separated by `\t`.
 */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const counts = separators.map((separator) => first.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** A quote that is never closed, or is followed by more text after it was closed. `line`: where it opens, from 1. */
export class OpenQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super(`open quote in line ${line}`)
    this.line = line
  }
}

const lineBreaks = (text: string) => text.split(/\r\n|\r|\n/).length - 1

type Parsed = { record: string[]; info: { lines: number } }

/**
 * Records of a pasted or uploaded text: RFC 4180 with `,`, `;` or tab, with or without byte order mark. Empty lines are
 * omitted and cells trimmed. Throws OpenQuote. For files with fixed columns see import/read-tables.ts.
 */
export function csvRecords(text: string): CsvRecord[] {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      trim: true,
      // A quote inside a cell is literal unless the cell begins with one.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (cell, { quoting, lines }) => {
        if (!quoting && cell.startsWith('"')) throw new OpenQuote(lines)
        return cell
      },
    }) as unknown as Parsed[]
    // `lines` is the line on which a record ends; it begins before the line breaks inside its own quotes.
    return parsed
      .map(({ record, info }) => ({
        line: info.lines - lineBreaks(record.join('')),
        cells: record.map((cell) => cell.trim()),
      }))
      .filter(({ cells }) => cells.some(Boolean))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // For a quote that is never closed the parser reports the end of the text, so the last quote is taken.
    const isClosed = error.code !== 'CSV_QUOTE_NOT_CLOSED'
    throw new OpenQuote(isClosed ? Number(error.lines) : lineBreaks(text.slice(0, text.lastIndexOf('"'))) + 1)
  }
}
