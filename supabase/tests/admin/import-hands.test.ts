import { exportTables, importChanges, importKeys, importNew, undoneImport } from '@hot/domain/contract/admin/imports'
import { checkTables } from '@hot/domain/import/check-tables'
import { exportFiles } from '@hot/domain/import/export-files'
import { importQuestions, withAnswers } from '@hot/domain/import/new-rows'
import { type PreparedTables, prepareTables } from '@hot/domain/import/prepare-tables'
import { readTables } from '@hot/domain/import/read-tables'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'
import { exportsComeBack } from './export-circle.ts'

const harness = useHarness(createWorld)

const csv = {
  formats: 'key,name,broadcaster,streaming_provider\nibes,Insel der PROBEN,rtl zwei,STROM\n',
  seasons: 'format_key,season_number,title\nibes,20,Die zwanzigste\n',
  stars: 'key,first_name,last_name,date_of_birth\nC1,COSIMA,Muessig,\nC2,Neu,Dabei,\n',
  participants: 'format_key,season_number,star_key,place\nibes,20,C1,\nibes,20,C2,2\n',
  episodes:
    'format_key,season_number,episode_number,title,date,time,kind\n' +
    'ibes,20,1,,2030-01-04,,\nibes,20,2,,2030-01-05,,\nibes,20,3,Schluss,2030-01-06,20.15 Uhr,Finale\n',
}

/** What somebody typed in one evening, without a key. */
const byHand = `
  insert into public.broadcasters (name) values ('RTL Zwei');
  insert into public.streaming_providers (name) values ('Strom');
  insert into public.formats (name) values ('Insel der Proben');
  insert into public.seasons (format_id, season_number, location) select id, 20, 'Fidschi' from public.formats where name = 'Insel der Proben';
  insert into public.stars (slug, first_name, last_name, birthdate) values ('cosima-muessig-ff', 'Cosima', 'Müßig', '1990-12-24');
  insert into public.season_participants (season_id, star_id, placement, sort_order)
    select s.id, x.id, 'Halbfinale', 7 from public.seasons s, public.stars x where s.location = 'Fidschi' and x.slug = 'cosima-muessig-ff';
  insert into public.calendar_events (title, season_id, episode_number, event_date, event_time)
    select 'Der Anfang', id, 1, '2030-01-04', '22:15' from public.seasons where location = 'Fidschi';
  insert into public.calendar_events (title, format_id, event_date, event_time)
    select 'Noch ohne Nummer', id, '2030-01-05', '22:15' from public.formats where name = 'Insel der Proben';
  insert into public.calendar_events (title, season_id, episode_number, event_date, event_time)
    select 'Nur hier', id, 9, '2030-02-01', '22:15' from public.seasons where location = 'Fidschi'`

/** Typed by hand, one statement after the other. */
const typed = async (t: Harness) => {
  for (const statement of byHand.split(';')) await t.owner(statement)
}

const read = async (t: Harness, files: Partial<typeof csv> = csv) => {
  const tables = readTables(
    Object.entries(files).map(([name, text]) => ({ name: `${name}.csv`, bytes: new TextEncoder().encode(text) })),
  )
  const known = await t.as('moderator', 'select public.admin_import_keys() as keys')
  checkTables(tables, importKeys.parse(known.rows[0]?.keys))
  return { tables, prepared: prepareTables(tables) }
}
const rpc = async (t: Harness, name: string, tables: PreparedTables) =>
  (await t.as('moderator', `select public.${name}($1::jsonb) as answer`, [JSON.stringify(tables)])).rows[0]?.answer
const changes = async (t: Harness, tables: PreparedTables) =>
  importChanges.parse(await rpc(t, 'admin_import_changes', tables))
const news = async (t: Harness, tables: PreparedTables) => importNew.parse(await rpc(t, 'admin_import_new', tables))
const apply = async (t: Harness, tables: PreparedTables, remove: string[] = [], as: 'admin' | 'moderator' = 'admin') =>
  t.attempt(as, `select public.admin_apply_import($1::jsonb, false, '{}', $2, $3::text[]) as counts`, [
    ...[JSON.stringify(tables), (await changes(t, tables)).seen, remove],
  ])
const undo = async (t: Harness) => {
  const id = await t.value('select id from private.imports where undone_at is null order by applied_at desc limit 1')
  return undoneImport.parse((await t.as('admin', 'select public.admin_undo_import($1) as u', [id])).rows[0]?.u)
}
const all = (t: Harness, sql: string) => t.owner(sql).then(({ rows }) => rows.map((row) => Object.values(row)))
const names = (t: Harness) =>
  all(
    t,
    `select 'format', name from public.formats where private.search_fold(name) = 'insel der proben'
     union all select 'star', full_name from public.stars where last_name ilike 'm%ig'
     union all select 'broadcaster', name from public.broadcasters where name ilike 'rtl zwei'
     union all select 'provider', name from public.streaming_providers where name ilike 'strom'
     union all select 'episode', e.episode_number || ' ' || e.title || ' ' || e.event_time || ' ' || e.event_type
       from public.calendar_events e join public.seasons s on s.id = e.season_id where s.location = 'Fidschi'
     union all select 'cast', x.last_name || ' ' || coalesce(p.placement, '') || ' ' || p.sort_order from public.season_participants p
       join public.stars x on x.id = p.star_id join public.seasons s on s.id = p.season_id where s.location = 'Fidschi'
     order by 1, 2`,
  )

/** Everything is what it is asked about. */
async function recognised(t: Harness) {
  const { tables, prepared } = await read(t)
  let answers = new Map<string, string>()
  // What a format is decides which of its episodes there are to ask about.
  for (let round = 0; round < 2; round++) {
    const asked = importQuestions(tables, prepared, await news(t, withAnswers(prepared, answers)))
    answers = new Map(asked.map(({ id, there }) => [id, there[0]?.id ?? 'new']))
  }
  return { tables, prepared, given: withAnswers(prepared, answers), answers }
}

test(
  'what was typed by hand is asked about once, with both side by side, and not made again',
  harness(async (t) => {
    await typed(t)
    const { tables, prepared, given, answers } = await recognised(t)
    expect([...answers.keys()]).toEqual(['episodes:2', 'formats:1', 'stars:1'])
    const [, format, star] = importQuestions(tables, prepared, await news(t, given))
    expect(format).toMatchObject({ file: 'formats.csv', line: 2, given: 'Insel der PROBEN (ibes)' })
    expect(format?.there).toMatchObject([{ name: 'Insel der Proben', facts: 'Staffel 20' }])
    expect(star?.given).toBe('COSIMA Muessig (C1), ohne Geburtsdatum')
    expect(star?.there[0]?.facts).toBe('geboren am 24.12.1990, Insel der Proben 20')
    // Without a time they come as the format mostly does.
    expect((await news(t, given)).times).toEqual([])
    await apply(t, given)
    expect(await names(t)).toEqual([
      ['broadcaster', 'RTL Zwei'],
      ['cast', 'Dabei Platz 2 2'],
      ['cast', 'Muessig Halbfinale 7'],
      ['episode', '1 Der Anfang 22:15:00 episode'],
      ['episode', '2 Noch ohne Nummer 22:15:00 episode'],
      ['episode', '3 Schluss 20:15:00 finale'],
      ['episode', '9 Nur hier 22:15:00 episode'],
      ['format', 'Insel der PROBEN'],
      ['provider', 'Strom'],
      ['star', 'COSIMA Muessig'],
    ])
    // It is remembered: the same files ask nothing and change nothing.
    expect(await news(t, prepared)).toEqual({ rows: {}, doubles: [], times: [] })
    expect((await changes(t, prepared)).total).toBe(0)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'undone, an import has forgotten what it was told, and what it made is gone with its channels',
  harness(async (t) => {
    await typed(t)
    const before = await names(t)
    const { prepared, given } = await recognised(t)
    const renamed = { ...given, formats: given.formats?.map((row) => ({ ...row, broadcaster: 'Ganz Neu' })) ?? [] }
    await apply(t, renamed)
    const channels = () => all(t, `select name from public.broadcasters where name = 'Ganz Neu'`)
    expect(await channels()).toHaveLength(1)
    await undo(t)
    expect([await names(t), await channels()]).toEqual([before, []])
    expect((await news(t, prepared)).doubles.map(({ table }) => table)).toEqual(['formats', 'stars'])
    // Out of the bin it is whole, and knows again.
    const entry = await t.value(`select id from private.bin where kind = 'import'`)
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [entry])
    expect(await channels()).toHaveLength(1)
    expect((await news(t, prepared)).doubles).toEqual([])
  }),
)

test(
  'a channel that something else uses by now stays when its import is undone',
  harness(async (t) => {
    await apply(t, (await read(t)).prepared)
    await t.owner(
      `insert into public.formats (name, broadcaster_id) select 'Daneben', id from public.broadcasters where name = 'rtl zwei'`,
    )
    await undo(t)
    expect(await names(t)).toEqual([['broadcaster', 'rtl zwei']])
  }),
)

test(
  'new episodes without a time come as the format mostly does, else as the file mostly says',
  harness(async (t) => {
    const { prepared } = await read(t)
    const times = async () => (await news(t, prepared)).times
    expect(await times()).toEqual([{ format: 'Insel der PROBEN', time: '20:15', origin: 'file', episodes: 2 }])
    await typed(t)
    const { given } = await recognised(t)
    await t.owner(`delete from public.calendar_events where title in ('Noch ohne Nummer', 'Der Anfang')`)
    expect((await news(t, given)).times).toEqual([
      { format: 'Insel der Proben', time: '22:15', origin: 'calendar', episodes: 2 },
    ])
    await apply(t, given)
    expect((await names(t)).filter(([kind]) => kind === 'episode')).toContainEqual([
      ...['episode', '2 Folge 2 22:15:00 episode'],
    ])
  }),
)

test(
  'what the files lack stays until an admin ticks it, empty cells say what stays, and undoing brings it back',
  harness(async (t) => {
    await typed(t)
    const { given } = await recognised(t)
    const told = await changes(t, given)
    expect(told.absent.items.map(({ row }) => row)).toEqual([
      'Insel der Proben, Staffel 20, Folge 9, Nur hier, 01.02.2030',
    ])
    expect(told.kept.items.map(({ table, field, value }) => [table, field, value])).toEqual([
      ['stars', 'date_of_birth', '1990-12-24'],
      ['participants', 'place', 'Halbfinale'],
      ['episodes', 'kind', 'episode'],
      ['episodes', 'time', '22:15'],
      ['episodes', 'title', 'Noch ohne Nummer'],
      ['episodes', 'kind', 'episode'],
      ['episodes', 'time', '22:15'],
      ['episodes', 'title', 'Der Anfang'],
    ])
    const before = await names(t)
    const gone = told.absent.items.map(({ id }) => id)
    expect((await apply(t, given, gone, 'moderator')).error?.hint).toBe('not_allowed')
    expect((await apply(t, given, ['episodes:unknown'])).error?.hint).toBe('import_changed')
    expect((await apply(t, given, gone)).rows[0]?.counts).toMatchObject({ episodes: { removed: 1, new: 1 } })
    expect((await names(t)).map(([, what]) => what)).not.toContain('9 Nur hier 22:15:00 episode')
    expect(await undo(t)).toMatchObject({ restored: 1 })
    expect(await names(t)).toEqual(before)
    // A season that no file of casts or episodes names is none of theirs.
    const { prepared } = await read(t, { formats: csv.formats, seasons: csv.seasons })
    expect((await changes(t, prepared)).absent.total).toBe(0)
  }),
)

test(
  'a place in a cast that is ticked goes and comes back too',
  harness(async (t) => {
    await typed(t)
    const { given } = await recognised(t)
    const without = { ...given, participants: (given.participants ?? []).slice(1) }
    const { absent } = await changes(t, without)
    const cast = absent.items.filter(({ table }) => table === 'participants')
    expect(cast.map(({ row }) => row)).toEqual(['Cosima Müßig, Insel der Proben, Staffel 20'])
    await apply(
      t,
      without,
      cast.map(({ id }) => id),
    )
    expect((await names(t)).filter(([kind]) => kind === 'cast')).toEqual([['cast', 'Dabei Platz 2 2']])
    await undo(t)
    expect((await names(t)).filter(([kind]) => kind === 'cast')).toEqual([['cast', 'Müßig Halbfinale 7']])
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'a season, a format and everything come back as they went',
  harness(async (t) => {
    await typed(t)
    const [[season, format] = []] = await all(t, `select id, format_id from public.seasons where location = 'Fidschi'`)
    const taken = async (given: unknown[]) =>
      exportTables.parse((await t.as('moderator', 'select public.admin_export_tables($1, $2) as x', given)).rows[0]?.x)
    const one = await taken([null, season])
    expect(await taken([format, null])).toEqual(one)
    const files = exportFiles(one)
    expect(files.map(({ name }) => name)).toEqual(
      ['formats', 'seasons', 'stars', 'participants', 'episodes'].map((name) => `${name}.csv`),
    )
    expect(files[2]?.text).toBe(
      '\ufeffSchlüssel;Vorname;Nachname;Spitzname;Geburtsdatum\r\ncosima-muessig-ff;Cosima;Müßig;;1990-12-24\r\n',
    )
    expect((await t.attempt('moderator', 'select public.admin_export_tables($1)', [season])).error?.hint).toBe(
      'target_gone',
    )
  }),
)

/** Some in every run; RUNS=1000 for more. */
const runs = Number(process.env.RUNS ?? 8)

test(
  'whatever hands and imports made: exported and imported again, there is nothing to do',
  harness((t) => exportsComeBack(t, runs)),
  Math.max(120_000, runs * 3_000),
)
