import { eventTypeLabels } from '../calendar/event-kind.ts'
import { placementOf } from '../format/season-form.ts'
import { endsBeforeItStarts, episodeKey, seasonKey } from './check-tables.ts'
import { type ImportTableName, importTableNames } from './import-report.ts'
import type { ReadTables } from './read-tables.ts'
import type { ImportRow } from './rows.ts'

/** Sorts after all participants with a place. */
const NO_PLACE = 1000

export type PreparedRow = Record<string, string | number | null>
/** Argument of `private.apply_import` and `admin_apply_import`; a missing table is not imported. */
export type PreparedTables = Partial<Record<ImportTableName, PreparedRow[]>>

/** Checked tables → rows for the database, of the tables that have a file. */
export function prepareTables({ tables, sources }: Pick<ReadTables, 'tables' | 'sources'>): PreparedTables {
  const prepared: Record<ImportTableName, () => PreparedRow[]> = {
    formats: () => tables.formats.map(withoutLine),
    seasons: () => tables.seasons.map(preparedSeason),
    stars: () => tables.stars.map(preparedStar),
    participants: () => tables.participants.map(preparedParticipant),
    episodes: () => tables.episodes.map(preparedEpisode),
  }
  return Object.fromEntries(
    importTableNames.flatMap((table) => {
      const has = sources[table]?.has
      return has ? [[table, prepared[table]().map((row) => withoutMissing(row, has))]] : []
    }),
  )
}

/** Columns of files that are called otherwise in the database. */
const fileColumns: Readonly<Record<string, string>> = { birthdate: 'date_of_birth', placement: 'place' }

/** A column that the file does not have is no empty cell. */
const withoutMissing = (row: PreparedRow, has: (column: string) => boolean): PreparedRow =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || has(fileColumns[name] ?? name)))

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

function preparedEpisode({ key, ...row }: ImportRow<'episodes'>): PreparedRow {
  const kind = row.kind === null || row.kind === 'episode' ? null : eventTypeLabels[row.kind]
  return {
    ...withoutLine(row),
    external_key: episodeKey({ key, ...row }),
    /** For a new one without a title: an empty cell leaves that of one that is there. */
    usual_title: row.episode_number === null ? (kind ?? 'Folge') : `Folge ${row.episode_number}`,
  }
}
