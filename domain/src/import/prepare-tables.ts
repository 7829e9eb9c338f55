import { placementOf } from '../format/season-form.ts'
import { endsBeforeItStarts, episodeKey, seasonKey } from './check-tables.ts'
import { type ImportTableName, importTableNames } from './import-report.ts'
import type { ImportRow, ImportTables } from './rows.ts'

/** Sorts after all participants with a place. */
const NO_PLACE = 1000

export type PreparedRow = Record<string, string | number | null>
/** Argument of `private.apply_import` and `admin_apply_import`; a missing table is not imported. */
export type PreparedTables = Partial<Record<ImportTableName, PreparedRow[]>>

/** Checked tables → rows for the database. `given`: the tables that have a file. */
export function prepareTables(tables: ImportTables, given: readonly ImportTableName[]): PreparedTables {
  const prepared: Record<ImportTableName, () => PreparedRow[]> = {
    formats: () => tables.formats.map(withoutLine),
    seasons: () => tables.seasons.map(preparedSeason),
    stars: () => tables.stars.map(preparedStar),
    participants: () => tables.participants.map(preparedParticipant),
    episodes: () => tables.episodes.filter((row) => row.date !== null).map(preparedEpisode),
  }
  return Object.fromEntries(
    importTableNames.filter((table) => given.includes(table)).map((table) => [table, prepared[table]()]),
  )
}

function withoutLine<R extends PreparedRow & { line: number }>({ line, ...row }: R): PreparedRow {
  return row
}

const preparedSeason = (row: ImportRow<'seasons'>): PreparedRow => ({
  ...withoutLine(row),
  external_key: seasonKey(row),
  end_date: endsBeforeItStarts(row) ? null : row.end_date,
})

const preparedStar = (row: ImportRow<'stars'>): PreparedRow => ({
  key: row.key,
  first_name: row.first_name,
  last_name: row.last_name,
  nickname: addsNothing(row) ? null : row.nickname,
  birthdate: row.date_of_birth,
})

/** A nickname equal to the first word of the name would be shown twice: Brandon Cottom „Brandon“. */
function addsNothing({ first_name, last_name, nickname }: ImportRow<'stars'>): boolean {
  return nickname !== null && `${first_name} ${last_name} `.toLowerCase().startsWith(`${nickname.toLowerCase()} `)
}

/** The text of the placement is derived from the place; `result` in the file is ignored. */
const preparedParticipant = ({
  format_key,
  season_number,
  star_key,
  place,
}: ImportRow<'participants'>): PreparedRow => ({
  format_key,
  season_number,
  star_key,
  placement: place === null ? null : placementOf(place),
  sort_order: place ?? NO_PLACE,
})

const preparedEpisode = (row: ImportRow<'episodes'>): PreparedRow => ({
  ...withoutLine(row),
  external_key: episodeKey(row),
  title: row.title ?? `Folge ${row.episode_number}`,
})
