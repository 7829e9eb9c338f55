import { type ColumnNames, type CsvHeader, readHeader, writtenName } from '../csv/header.ts'
import { csvRecords } from '../csv/records.ts'
import { type CsvProblem, type CsvRow, rowsBelow } from '../csv/rows.ts'
import { shortened } from '../text/graphemes.ts'
import { readFollowers, readPlatform, readSocialAddress, type SocialPlatform, socialFault } from './social-account.ts'

/** The columns with their other names; without a header they are in this order. */
const socialColumns = {
  star: ['Name', 'Slug'],
  plattform: ['Platform', 'Netzwerk'],
  konto: ['Handle', 'URL', 'Account', 'Profil'],
  follower: ['Followers', 'Abonnenten'],
} as const satisfies ColumnNames<string>
type Column = keyof typeof socialColumns

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
export type SocialLineProblem = CsvProblem
/** `notices`: columns that nobody knows and that are left out. */
export type SocialImport = { lines: SocialLine[]; problems: SocialLineProblem[]; notices: SocialLineProblem[] }

/**
 * Reads pasted or uploaded lines; every problem is a German sentence with its line and column. Stars are looked up
 * later, by the database.
 */
export function readSocialCsv(text: string): SocialImport {
  const read = csvRecords(text.replace(/\r\n?/g, '\n'))
  const refused = (message: string) => ({ lines: [], problems: [...read.faults, { line: 1, message }], notices: [] })
  const [first] = read.records
  if (!first) return read.faults.length > 0 ? { ...refused(''), problems: read.faults } : refused(emptyText)
  const given = readHeader<Column>(first, socialColumns)
  const hasHeader = given.columns.includes('star') && given.columns.includes('plattform')
  const header = hasHeader ? given : usualHeader
  const { rows, problems, notices } = rowsBelow(header, read, { mayEndEarly: true })
  if (rows.length + problems.length === 0) return refused(emptyText)
  if (rows.length > socialImportMax) return refused('Höchstens 2.000 Zeilen auf einmal. Teil die Datei.')
  const lines = rows.map((row) => readLine(row, header))
  return {
    lines: lines.filter((one): one is SocialLine => !Array.isArray(one)),
    problems: [...problems, ...lines.filter((one) => Array.isArray(one)).flat()],
    notices,
  }
}

const emptyText = 'Hier stehen keine Zeilen.'

/** Of lines without a header, as somebody pastes them. */
const usualHeader: CsvHeader<Column> = readHeader({ line: 0, cells: Object.keys(socialColumns) }, socialColumns)

function readLine({ line, cells }: CsvRow<Column>, header: CsvHeader<Column>): SocialLine | SocialLineProblem[] {
  const problems: SocialLineProblem[] = []
  const fault = (column: Column, message: string) =>
    problems.push({ line, column: writtenName(header, column), message })
  const { star = '', plattform = '', konto = '', follower = '' } = cells
  if (!star) fault('star', 'Der Star fehlt.')
  if (star.includes('\ufffd'))
    fault('star', `In „${shown(star)}“ ist ein Buchstabe verloren gegangen. Schreib ihn wieder hin.`)
  const platform = readPlatform(plattform)
  if (!platform)
    fault('plattform', `„${shown(plattform)}“ ist keine Plattform. Nimm Instagram, TikTok, YouTube, X oder Threads.`)
  const account = platform && konto ? readSocialAddress(platform, konto) : null
  if (platform && konto && !account) fault('konto', `„${shown(konto)}“: ${socialFault(platform, konto)}`)
  const followers = follower ? readFollowers(follower) : null
  if (follower && followers === null)
    fault('follower', `„${shown(follower)}“ ist keine ganze Zahl. Schreib sie aus, zum Beispiel 1.234.567.`)
  if (!konto && !follower) fault('konto', 'Konto oder Follower fehlen.')
  if (problems.length > 0 || !platform) return problems
  return { line, star, platform, handle: account?.handle ?? null, url: account?.url ?? null, followers }
}

const shown = (text: string) => shortened(text, 41)
