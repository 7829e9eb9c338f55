import { z } from 'zod'
import { optionalCell, optionalDayCell, optionalWholeCell, requiredCell, textCell, wholeCell } from './cell-schemas.ts'
import type { ImportTableName } from './import-report.ts'

const key = requiredCell(100)
const seasonNumber = wholeCell(0, 9999)

/** Columns and rules of each file, in the order of its header. Lengths are those of the database. */
export const rowSchemas = {
  formats: z.object({
    key,
    name: requiredCell(140),
    short_name: optionalCell(60),
    broadcaster: optionalCell(100),
    streaming_provider: optionalCell(100),
    description: optionalCell(5000),
  }),
  seasons: z.object({
    format_key: key,
    season_number: seasonNumber,
    title: optionalCell(200),
    start_date: optionalDayCell(1900, 2100),
    end_date: optionalDayCell(1900, 2100),
    location: optionalCell(200),
  }),
  stars: z.object({
    key,
    first_name: textCell(100),
    last_name: textCell(100),
    nickname: optionalCell(100),
    date_of_birth: optionalDayCell(1900, 2100),
  }),
  participants: z.object({
    format_key: key,
    season_number: seasonNumber,
    star_key: key,
    place: optionalWholeCell(1, 999),
    /** In the language of its source, therefore never shown. */
    result: textCell(500),
  }),
  episodes: z.object({
    format_key: key,
    season_number: seasonNumber,
    episode_number: wholeCell(0, 9999),
    title: optionalCell(300),
    date: optionalDayCell(1950, 2100),
    duration_minutes: optionalWholeCell(1, 1440),
  }),
} satisfies Record<ImportTableName, z.ZodObject>

export type ImportRow<T extends ImportTableName> = z.infer<(typeof rowSchemas)[T]> & { line: number }
export type ImportTables = { [T in ImportTableName]: ImportRow<T>[] }

export const columnsOf = (table: ImportTableName): string[] => Object.keys(rowSchemas[table].shape)
