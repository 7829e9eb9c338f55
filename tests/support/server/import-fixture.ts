import { ImportError, type ImportTableName } from '@hot/domain/import/import-report'
import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, expect } from 'vitest'
import { type ImportDatabase, importTables } from '../../../server/import/command.ts'
import { openTestDatabase, type TestDatabase } from '../../../supabase/tests/support/database.ts'

/** Five small, consistent files with the odd cases of real ones: leap days, missing dates, people of the same name. */
export const goodFiles: Record<ImportTableName, string> = {
  formats: `key,name,short_name,broadcaster,streaming_provider,description
IN,Insel der Probe,Insel,Sender Eins,Strom Plus,"Ein Strand, ein Rat"
ZW,Zweites Format,,,,
`,
  seasons: `format_key,season_number,title,start_date,end_date,location
IN,1,Insel: Auftakt,2024-02-29,2024-05-01,"Strand, Süd"
IN,2,,2025-03-01,2025-01-01,
ZW,1,,,,
`,
  stars: `key,first_name,last_name,nickname,date_of_birth
S1,Änne,Müller,,1990-01-31
S2,Brandon\u00a0Cottom,,Brandon,
S3,Zwilling,Gleich,,
S4,Zwilling,Gleich,,
S5,,,Nur Spitzname,
`,
  participants: `format_key,season_number,star_key,place,result
IN,1,S1,1,Sole Survivor
IN,1,S2,2,Runner-up
IN,1,S3,,Quit
IN,2,S1,17,1st voted out
`,
  episodes: `format_key,season_number,episode_number,title,date,duration_minutes
IN,1,1,"Sand, überall",2024-02-29,90
IN,1,2,,2024-03-07,
IN,1,3,Verschollen,,45
`,
}

export type Changes = Partial<Record<ImportTableName, string | undefined>>

/** The valid files with some replaced; undefined leaves one out. */
export const files = (changes: Changes = {}) =>
  Object.entries({ ...goodFiles, ...changes }).flatMap(([table, text]) =>
    text === undefined ? [] : [{ name: `${table}.csv`, bytes: new TextEncoder().encode(text) }],
  )

const counts = `select (select count(*) from public.formats) as formats, (select count(*) from public.seasons) as seasons,
  (select count(*) from public.stars) as stars, (select count(*) from public.season_participants) as participants,
  (select count(*) from public.calendar_events) as episodes, (select count(*) from public.broadcasters) as broadcasters`
const nothing = { formats: 0, seasons: 0, stars: 0, participants: 0, episodes: 0, broadcasters: 0 }

/** One database for a test file. */
export function useImportDatabase() {
  let opened: TestDatabase
  const database: ImportDatabase = {
    transaction: (work) =>
      transaction(opened.engine, opened.owner, (session) =>
        work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
      ),
  }
  const query = <T = Record<string, unknown>>(sql: string) => database.transaction((ask) => ask<T>(sql))
  const run = (changes?: Changes, preview = false) => importTables(files(changes), database, { preview })

  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened.close())
  return {
    database,
    query,
    run,
    empty: () =>
      query(
        'truncate public.formats, public.stars, public.calendar_events, public.broadcasters, public.streaming_providers cascade',
      ),
    /** The lines of the refusal. */
    faults: async (changes: Changes) => {
      const error = await run(changes).catch((reason: unknown) => reason)
      if (!(error instanceof ImportError)) throw new Error('nothing was refused')
      return error.message.split('\n')
    },
    expectNothing: async () => expect(await query(counts)).toEqual([nothing]),
  }
}
