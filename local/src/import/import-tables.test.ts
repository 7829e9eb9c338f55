import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../database/engine.ts'
import { openPglite } from '../database/pglite.ts'
import { transaction } from '../database/transaction.ts'
import { migrate } from '../migrate.ts'
import { ensurePlatform } from '../platform/platform.ts'
import { ImportError, type ImportTableName } from './import-report.ts'
import { type ImportDatabase, importTables } from './import-tables.ts'

let engine: Engine
let database: ImportDatabase
const query = <T = Record<string, unknown>>(sql: string) => database.transaction((ask) => ask<T>(sql))

beforeAll(async () => {
  engine = await openPglite()
  const { owner } = await ensurePlatform(engine)
  await migrate(engine, owner, path.join(import.meta.dirname, '../../../supabase/migrations'))
  database = {
    transaction: (work) =>
      transaction(engine, owner, (session) =>
        work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
      ),
  }
})
afterAll(() => engine.close())
beforeEach(() =>
  query(
    'truncate public.formats, public.stars, public.calendar_events, public.broadcasters, public.streaming_providers cascade',
  ),
)

const good: Record<ImportTableName, string> = {
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

const files = (changes: Partial<Record<ImportTableName, string | undefined>> = {}) =>
  Object.fromEntries(
    Object.entries({ ...good, ...changes }).flatMap(([table, text]) =>
      text === undefined ? [] : [[table, new TextEncoder().encode(text)]],
    ),
  )
const run = (changes?: Parameters<typeof files>[0], preview = false) =>
  importTables(files(changes), database, { preview })
const faults = async (changes: Parameters<typeof files>[0]) => {
  const error = await run(changes).catch((reason: unknown) => reason)
  if (!(error instanceof ImportError)) throw new Error('nothing was refused')
  return error.message.split('\n')
}
const rows = `select (select count(*) from public.formats) as formats, (select count(*) from public.seasons) as seasons,
  (select count(*) from public.stars) as stars, (select count(*) from public.season_participants) as participants,
  (select count(*) from public.calendar_events) as episodes, (select count(*) from public.broadcasters) as broadcasters`
const nothing = { formats: 0, seasons: 0, stars: 0, participants: 0, episodes: 0, broadcasters: 0 }

describe('an import', () => {
  test('brings everything in, and says what it left out', async () => {
    const { counts, warnings } = await run()
    expect(counts).toEqual({
      formats: { new: 2, changed: 0, unchanged: 0 },
      seasons: { new: 3, changed: 0, unchanged: 0 },
      stars: { new: 5, changed: 0, unchanged: 0 },
      participants: { new: 4, changed: 0, unchanged: 0 },
      episodes: { new: 2, changed: 0, unchanged: 0 },
    })
    expect(warnings.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['seasons.csv', 3, 'end_date'],
      ['episodes.csv', 4, 'date'],
    ])
  })

  test('cleans names, writes placements from places and never the foreign result', async () => {
    await run()
    expect(
      await query(`select s.external_key as key, s."fullName" as name, p.placement, p.sort_order from public.season_participants p
        join public.stars s on s.id = p.star_id join public.seasons n on n.id = p.season_id where n.external_key = 'IN/1' order by p.sort_order`),
    ).toEqual([
      { key: 'S1', name: 'Änne Müller', placement: 'Gewinner:in', sort_order: 1 },
      { key: 'S2', name: 'Brandon Cottom', placement: 'Platz 2', sort_order: 2 },
      { key: 'S3', name: 'Zwilling Gleich', placement: null, sort_order: 1000 },
    ])
  })

  test('makes slugs that differ for people of one name, broadcasters and providers that were missing', async () => {
    await run()
    const slugs = await query<{ slug: string }>(`select slug from public.stars where last_name = 'Gleich'`)
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2)
    for (const { slug } of slugs) expect(slug).toMatch(/^zwilling-gleich-[0-9a-f]{4}$/)
    expect(
      await query(`select f.slug, b.name as broadcaster, p.name as provider from public.formats f
        join public.broadcasters b on b.id = f.broadcaster_id join public.streaming_providers p on p.id = f.streaming_provider_id`),
    ).toEqual([{ slug: 'insel-der-probe', broadcaster: 'Sender Eins', provider: 'Strom Plus' }])
  })

  test('puts episodes into the calendar of their season, at the default time', async () => {
    await run()
    expect(
      await query(`select e.title, e.event_date, e.event_time, e.duration_minutes as minutes, e.format_name, e.season_number as season, e.episode_number as episode, e.channel
        from public.calendar_events e order by e.event_date`),
    ).toEqual([
      {
        title: 'Sand, überall',
        event_date: '2024-02-29',
        event_time: '20:15:00',
        minutes: 90,
        format_name: 'Insel der Probe',
        season: 1,
        episode: 1,
        channel: 'Sender Eins',
      },
      {
        title: 'Folge 2',
        event_date: '2024-03-07',
        event_time: '20:15:00',
        minutes: null,
        format_name: 'Insel der Probe',
        season: 1,
        episode: 2,
        channel: 'Sender Eins',
      },
    ])
  })

  test('repeated, changes nothing', async () => {
    await run()
    const before = await query('select id, slug, updated_at from public.stars order by id')
    const { counts } = await run()
    expect(Object.values(counts).map(({ new: made, changed }) => [made, changed])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(await query('select id, slug, updated_at from public.stars order by id')).toEqual(before)
  })

  test('changes what differs and keeps what the file does not know', async () => {
    await run()
    await query(`update public.stars set birthdate = '1980-02-02', bio = 'Von Hand' where external_key = 'S2'`)
    const { counts } = await run({
      stars: good.stars.replace('Änne,Müller', 'Anne,Müller'),
      episodes: good.episodes.replace('2024-03-07', '2024-03-08'),
    })
    expect(counts.stars).toEqual({ new: 0, changed: 1, unchanged: 4 })
    expect(counts.episodes).toEqual({ new: 0, changed: 1, unchanged: 1 })
    expect(await query(`select first_name, birthdate, bio from public.stars where external_key = 'S2'`)).toEqual([
      { first_name: 'Brandon Cottom', birthdate: '1980-02-02', bio: 'Von Hand' },
    ])
  })

  test('takes over a season that staff have made by hand', async () => {
    await run({ seasons: undefined, participants: undefined, episodes: undefined })
    await query(
      `insert into public.seasons (format_id, season_number) select id, 1 from public.formats where external_key = 'IN'`,
    )
    const { counts } = await run()
    expect(counts.seasons).toEqual({ new: 2, changed: 1, unchanged: 0 })
  })

  test('of single files may refer to what earlier imports have brought', async () => {
    await run({ participants: undefined, episodes: undefined })
    const { counts } = await run({ formats: undefined, seasons: undefined, stars: undefined })
    expect(counts).toEqual({
      participants: { new: 4, changed: 0, unchanged: 0 },
      episodes: { new: 2, changed: 0, unchanged: 0 },
    })
  })

  test('as preview counts the same and leaves nothing behind', async () => {
    const { counts } = await run({}, true)
    expect(counts.stars?.new).toBe(5)
    expect(await query(rows)).toEqual([nothing])
  })
})

describe('a faulty import', () => {
  test.each<[what: string, changes: Parameters<typeof files>[0], expected: string[]]>([
    [
      'a bad date',
      { seasons: good.seasons.replace('2024-02-29', '2023-02-29') },
      ['seasons.csv, Zeile 2, Spalte start_date: „2023-02-29“ ist kein Datum der Form JJJJ-MM-TT.'],
    ],
    [
      'a bad number',
      { episodes: good.episodes.replace(',90', ',neunzig') },
      ['episodes.csv, Zeile 2, Spalte duration_minutes: „neunzig“ ist keine ganze Zahl.'],
    ],
    [
      'a number out of range',
      { participants: good.participants.replace('S2,2,', 'S2,0,') },
      ['participants.csv, Zeile 3, Spalte place: „0“ liegt nicht zwischen 1 und 999.'],
    ],
    [
      'a missing name',
      { formats: good.formats.replace('Zweites Format', '') },
      ['formats.csv, Zeile 3, Spalte name: Die Zelle darf nicht leer sein.'],
    ],
    [
      'a star without any name',
      { stars: good.stars.replace('Nur Spitzname', ' ') },
      ['stars.csv, Zeile 6, Spalte first_name: Ein Star braucht wenigstens einen Namen.'],
    ],
    [
      'control characters',
      { stars: good.stars.replace('Müller', 'Mü\u0000ller') },
      ['stars.csv, Zeile 2, Spalte last_name: „Mü\u0000ller“ enthält Steuerzeichen.'],
    ],
    [
      'an unknown format',
      { seasons: good.seasons.replace('ZW,1', 'XX,1') },
      ['seasons.csv, Zeile 4, Spalte format_key: Das Format „XX“ gibt es nicht.'],
    ],
    [
      'an unknown season',
      { episodes: good.episodes.replace('IN,1,2', 'IN,9,2') },
      ['episodes.csv, Zeile 3, Spalte season_number: Das Format „IN“ hat keine Staffel 9.'],
    ],
    [
      'an unknown star',
      { participants: good.participants.replace('S3', 'S99') },
      ['participants.csv, Zeile 4, Spalte star_key: Den Star „S99“ gibt es nicht.'],
    ],
    [
      'a key twice',
      { stars: good.stars.replace('S4', 'S3') },
      ['stars.csv, Zeile 5, Spalte key: „S3“ steht schon in Zeile 4.'],
    ],
    [
      'a participation twice',
      { participants: good.participants.replace('S2', 'S1') },
      ['participants.csv, Zeile 3, Spalte star_key: „IN/1 S1“ steht schon in Zeile 2.'],
    ],
    [
      'a wrong header',
      { stars: good.stars.replace('date_of_birth', 'born') },
      [
        'stars.csv, Zeile 1, Spalte date_of_birth: Hier steht „born“. Erwartet werden die Spalten key, first_name, last_name, nickname, date_of_birth.',
      ],
    ],
    ['an empty file', { episodes: '' }, ['episodes.csv, Zeile 1: Die Datei ist leer.']],
    [
      'broken quoting',
      { formats: good.formats.replace('Rat"', 'Rat') },
      ['formats.csv, Zeile 2, Spalte description: Ein Anführungszeichen wird nicht geschlossen.'],
    ],
    [
      'faults in several files, all named at once',
      { formats: '', stars: good.stars.replace('1990-01-31', '31.1.1990') },
      [
        'formats.csv, Zeile 1: Die Datei ist leer.',
        'stars.csv, Zeile 2, Spalte date_of_birth: „31.1.1990“ ist kein Datum der Form JJJJ-MM-TT.',
      ],
    ],
  ])('with %s is refused with its place, and nothing is kept', async (_, changes, expected) => {
    expect(await faults(changes)).toEqual(expected)
    expect(await query(rows)).toEqual([nothing])
  })

  test('that the database refuses half-way leaves nothing behind', async () => {
    const refusing: ImportDatabase = {
      transaction: (work) =>
        database.transaction((ask) =>
          work(async (sql, params) => {
            if (sql.includes('calendar_events as e')) throw new Error('disk full')
            return ask(sql, params)
          }),
        ),
    }
    await expect(importTables(files(), refusing)).rejects.toThrow('disk full')
    expect(await query(rows)).toEqual([nothing])
  })

  test('of no file at all is refused', async () => {
    await expect(importTables({}, database)).rejects.toThrow('Keine Datei')
  })
})
