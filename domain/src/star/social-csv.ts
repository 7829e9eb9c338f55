import { type CsvRecord, csvRecords, OpenQuote } from '../text/csv-rows.ts'
import { shortened } from '../text/graphemes.ts'
import { readFollowers, readPlatform, readSocialAddress, type SocialPlatform } from './social-account.ts'

/** Names of the columns; without a header they are in this order. */
const socialColumns = ['star', 'plattform', 'konto', 'follower'] as const
type Column = (typeof socialColumns)[number]

const otherNames: Readonly<Record<string, Column>> = {
  name: 'star',
  slug: 'star',
  platform: 'plattform',
  handle: 'konto',
  url: 'konto',
  account: 'konto',
  followers: 'follower',
}

export const socialImportMax = 2000
/** Two thousand lines take less than 300 kB, so a larger file is a wrong one. */
export const socialImportBytes = 1024 * 1024

/** A line as `admin_import_social` takes it. Without `handle` and `url` it only updates an account's followers. */
export type SocialLine = {
  line: number
  star: string
  platform: SocialPlatform
  handle: string | null
  url: string | null
  followers: number | null
}
export type SocialLineProblem = { line: number; message: string }
export type SocialImport = { lines: SocialLine[]; problems: SocialLineProblem[] }

const columnOf = (cell: string): Column | undefined => {
  const name = cell.toLowerCase()
  return socialColumns.find((column) => column === name) ?? otherNames[name]
}

/**
 * Reads pasted or uploaded lines; every problem is a German sentence with a line number. Stars are looked up later, by
 * the database.
 */
export function readSocialCsv(text: string): SocialImport {
  let records: CsvRecord[]
  try {
    records = csvRecords(text)
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error
    return {
      lines: [],
      problems: [{ line: error.line, message: 'Ein Anführungszeichen steht falsch oder wird nicht geschlossen.' }],
    }
  }
  const header = records[0]?.cells.map(columnOf) ?? []
  const hasHeader = header.includes('star') && header.includes('plattform')
  const columns: readonly (Column | undefined)[] = hasHeader ? header : socialColumns
  const rows = hasHeader ? records.slice(1) : records
  if (rows.length === 0) return { lines: [], problems: [{ line: 1, message: 'Hier stehen keine Zeilen.' }] }
  if (rows.length > socialImportMax)
    return { lines: [], problems: [{ line: 1, message: 'Höchstens 2.000 Zeilen auf einmal. Teil die Datei.' }] }
  const read = rows.map((record) => readLine(record, columns))
  return {
    lines: read.filter((one): one is SocialLine => !('message' in one)),
    problems: read.filter((one): one is SocialLineProblem => 'message' in one),
  }
}

function readLine(
  { line, cells }: CsvRecord,
  columns: readonly (Column | undefined)[],
): SocialLine | SocialLineProblem {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const star = cell('star')
  if (!star) return { line, message: 'Der Star fehlt.' }
  const platform = readPlatform(cell('plattform'))
  if (!platform)
    return {
      line,
      message: `„${shown(cell('plattform'))}“ ist keine Plattform. Nimm Instagram, TikTok, YouTube, X oder Threads.`,
    }
  const account = cell('konto') ? readSocialAddress(platform, cell('konto')) : null
  if (cell('konto') && !account)
    return { line, message: `„${shown(cell('konto'))}“ ist kein Konto auf dieser Plattform.` }
  const followers = cell('follower') ? readFollowers(cell('follower')) : null
  if (cell('follower') && followers === null)
    return {
      line,
      message: `„${shown(cell('follower'))}“ ist keine ganze Zahl. Schreib sie aus, zum Beispiel 1.234.567.`,
    }
  if (!account && followers === null) return { line, message: 'Konto oder Follower fehlen.' }
  return { line, star, platform, handle: account?.handle ?? null, url: account?.url ?? null, followers }
}

const shown = (text: string) => shortened(text, 41)
