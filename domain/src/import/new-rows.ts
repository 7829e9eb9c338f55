import { starName } from '../star/name.ts'
import { fileOf, type ImportProblem, type ImportTableName, importTableNames } from './import-report.ts'
import type { PreparedRow, PreparedTables } from './prepare-tables.ts'
import { problemAt, type ReadTables } from './read-tables.ts'

/** What is there already and may be what a new row means. */
type Double = {
  table: AskedTable
  nth: number
  id: string
  name: string
  slug: string | null
  channel?: string | null | undefined
  seasons?: number[] | undefined
  born?: string | null | undefined
  shows?: string[] | undefined
  date?: string | undefined
  time?: string | undefined
}

/** Tables whose rows may be there under another key. */
type AskedTable = 'formats' | 'stars' | 'episodes'

/** What an import would make: the places of its rows from 1, and what of it may be there already. */
type ImportNew = { rows: Partial<Record<ImportTableName, number[]>>; doubles: Double[] }

/** What a row of an import says, as a person recognises it. */
function rowText(table: ImportTableName, row: PreparedRow): string {
  const season = `${row.format_key}, Staffel ${row.season_number}`
  const texts: Record<ImportTableName, () => string> = {
    formats: () => `${row.name} (${row.key})`,
    seasons: () => (row.title ? `${season}: ${row.title}` : season),
    stars: () => `${nameOf(row)} (${row.key})`,
    participants: () =>
      row.placement ? `${row.star_key} in ${season}: ${row.placement}` : `${row.star_key} in ${season}`,
    episodes: () => {
      const number = row.episode_number === null ? '' : `, Folge ${row.episode_number}`
      const time = row.time ? `, ${row.time} Uhr` : ''
      return `${season}${number}: ${row.title ?? row.usual_title}, ${cellText(String(row.date))}${time}`
    },
  }
  return texts[table]()
}

const textOf = (cell: PreparedRow[string] | undefined) => (typeof cell === 'string' ? cell : null)

const nameOf = ({ first_name, last_name, nickname }: PreparedRow) =>
  starName({ first_name: textOf(first_name), last_name: textOf(last_name), nickname: textOf(nickname) })

/** A value as people read it: a day is `24.12.1990`, as in their files. */
export const cellText = (value: string): string => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')

/** The rows that an import would make, by table, as texts. */
export const newRowTexts = (
  tables: PreparedTables,
  { rows }: Pick<ImportNew, 'rows'>,
): { table: ImportTableName; texts: string[] }[] =>
  importTableNames.flatMap((table) => {
    const texts = (rows[table] ?? []).flatMap((nth) => {
      const row = tables[table]?.[nth - 1]
      return row ? [rowText(table, row)] : []
    })
    return texts.length > 0 ? [{ table, texts }] : []
  })

/** A row of a file beside what is there and may be the same. */
export type ImportQuestion = {
  /** By it the answer is given. */
  id: string
  file: string
  line: number
  given: string
  there: { id: string; name: string; facts: string; path: string | null }[]
}

const questionId = ({ table, nth }: Pick<Double, 'table' | 'nth'>) => `${table}:${nth}`

/** Rows of which somebody has to say whether they are what is there; each with all that may be meant. */
export function importQuestions(read: ReadTables, tables: PreparedTables, { doubles }: ImportNew): ImportQuestion[] {
  const questions = new Map<string, ImportQuestion>()
  for (const double of doubles) {
    const { table, nth, id, name } = double
    const row = tables[table]?.[nth - 1]
    if (!row) continue
    const question = questions.get(questionId(double)) ?? {
      id: questionId(double),
      file: read.sources[table]?.file ?? fileOf(table),
      // Rows are prepared one by one, so a place is a row's.
      line: read.tables[table][nth - 1]?.line ?? 1,
      given: [rowText(table, row), table === 'stars' && bornText(textOf(row.birthdate))].filter(Boolean).join(', '),
      there: [],
    }
    question.there.push({ id, name, facts: factsText(double), path: pathOf(double) })
    questions.set(question.id, question)
  }
  return [...questions.values()]
}

const bornText = (born: string | null | undefined) => (born ? `geboren am ${cellText(born)}` : 'ohne Geburtsdatum')

/** At most three shows: enough to know a person by. */
function factsText({ table, channel, seasons = [], born, shows = [], date, time }: Double): string {
  if (table === 'stars') return [bornText(born), ...shows.slice(0, 3)].join(', ')
  if (table === 'episodes') return [cellText(date ?? ''), `${time} Uhr`, channel].filter(Boolean).join(', ')
  const known = seasons.length === 0 ? 'noch ohne Staffel' : `Staffel ${seasons.slice(0, 3).join(', ')}`
  return [channel, seasons.length > 3 ? `${known} und ${seasons.length - 3} weitere` : known].filter(Boolean).join(', ')
}

function pathOf({ table, slug }: Double): string | null {
  if (slug === null) return null
  return table === 'stars' ? `/stars/${slug}` : `/formate/${slug}`
}

/** The tables with what was answered: the id of what a row means, or `new`. */
export const withAnswers = (tables: PreparedTables, answers: ReadonlyMap<string, string>): PreparedTables =>
  Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map((row, at) => {
        const same = answers.get(`${table}:${at + 1}`)
        return same === undefined ? row : { ...row, same }
      }),
    ]),
  )

/** New formats, stars and episodes that are probably there already, for who cannot be asked. */
export const doubleProblems = (read: ReadTables, { doubles }: Pick<ImportNew, 'doubles'>): ImportProblem[] =>
  doubles.map((double) => {
    const { table, nth, name } = double
    const { line = 1 } = read.tables[table][nth - 1] ?? {}
    const where = pathOf(double) ? ` unter ${pathOf(double)}` : ` am ${cellText(double.date ?? '')}`
    const message = `„${name}“ gibt es schon${where}. Der Import legt den Namen ein zweites Mal an. Unter /admin/imports lässt sich sagen, dass es dasselbe ist.`
    return problemAt(read, table, line, nameColumns[table], message)
  })

const nameColumns = { formats: 'name', stars: 'first_name', episodes: 'episode_number' } as const

type UsualTime = { format: string; time: string; origin: 'calendar' | 'file' | 'default'; episodes: number }

const origins: Readonly<Record<UsualTime['origin'], string>> = {
  calendar: 'wie das Format meistens',
  file: 'wie die meisten Zeilen der Datei',
  default: 'weil noch keine Zeit bekannt ist',
}

/** When episodes without a time come, and why then. */
export const timeTexts = (times: readonly UsualTime[]): string[] =>
  times.map(({ format, time, origin, episodes }) =>
    episodes === 1
      ? `${format}: Eine neue Folge ohne Uhrzeit kommt um ${time} Uhr, ${origins[origin]}.`
      : `${format}: ${episodes.toLocaleString('de-DE')} neue Folgen ohne Uhrzeit kommen um ${time} Uhr, ${origins[origin]}.`,
  )
