import { undoneImport } from '@hot/domain/contract/admin/imports'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'
import { islandTables } from './import-tables.ts'

const harness = useHarness(createWorld)

const tables = islandTables('RTL')

const apply = (t: Harness, what: object = tables) =>
  t.as(
    'moderator',
    `select public.admin_apply_import($1::jsonb, false, '{}', public.admin_import_changes($1::jsonb) ->> 'seen')`,
    [JSON.stringify(what)],
  )
/** The latest import that is not undone. */
const undo = async (t: Harness) => {
  const id = await t.value(
    'select id from private.imports where undone_at is null order by applied_at desc, id desc limit 1',
  )
  return undoneImport.parse(
    (await t.as('admin', 'select public.admin_undo_import($1) as undone', [id])).rows[0]?.undone,
  )
}
const restore = async (t: Harness, kind: string) => {
  const id = await t.value('select id from private.bin where kind = $1', [kind])
  expect(id, kind).toBeTruthy()
  return t.attempt('admin', 'select public.admin_restore_from_bin($1)', [id])
}
const entries = async (t: Harness) =>
  (await t.owner('select kind from private.bin order by removed_at')).rows.map(({ kind }) => kind)

/** What the import of this file is about, as a reader sees it. */
const seen = async (t: Harness) =>
  (
    await t.owner(
      `select 'format' as kind, jsonb_build_array(f.name, f.seasons_count) as what from public.formats f where f.external_key = 'IN'
       union all select 'season', jsonb_build_array(s.title, s.participants_count) from public.seasons s where s.external_key = 'IN/1'
       union all select 'star', jsonb_build_array(s.external_key, s.full_name) from public.stars s where s.external_key in ('S1', 'S2')
       union all select 'cast', jsonb_build_array(x.external_key, p.placement) from public.season_participants p
         join public.stars x on x.id = p.star_id join public.seasons s on s.id = p.season_id and s.external_key = 'IN/1'
       union all select 'episode', jsonb_build_array(e.title, e.event_date, e.season_number) from public.calendar_events e where e.external_key = 'IN/1/1'
       order by 1, 2`,
    )
  ).rows
const consistent = async (t: Harness) => expect((await t.owner(counterDifferences)).rows).toEqual([])

const star = (key: string) =>
  `select public.admin_delete_star((select id from public.stars where external_key = '${key}'))`
const format = `select public.admin_delete_format(f.id, f.seasons_count,
  (select count(*)::int from public.calendar_events e where e.format_id = f.id and e.is_occurrence)) from public.formats f where f.external_key = 'IN'`
const season = `select public.admin_delete_season(s.id, s.participants_count,
  (select count(*)::int from public.calendar_events e where e.season_id = s.id and e.is_occurrence)) from public.seasons s where s.external_key = 'IN/1'`
const episode = `select public.admin_delete_event((select id::text from public.calendar_events where external_key = 'IN/1/1'), 'this')`

test.each([
  ['a star', [star('S1')], ['star', 'import']],
  ['the season', [season], ['import', 'season']],
  ['the format', [format], ['format', 'import']],
  ['an episode', [episode], ['import', 'event']],
  ['a star of the format', [star('S2')], ['import', 'star']],
])('of what an import made %s lies in the bin already: undone and restored it is whole again', (_, deletions, order) =>
  harness(async (t) => {
    await apply(t)
    const before = await seen(t)
    for (const deletion of deletions) await t.as('admin', deletion)
    const there = (await seen(t)).length
    // Told is what was there.
    expect(await undo(t)).toMatchObject({ removed: there })
    expect(await seen(t)).toEqual([])
    await consistent(t)
    for (const kind of order) expect((await restore(t, kind)).error).toBeUndefined()
    for (const { id } of (await t.owner('select id from private.bin')).rows)
      await t.as('admin', 'select public.admin_restore_from_bin($1)', [id])
    expect(await seen(t)).toEqual(before)
    await consistent(t)
  })(),
)

test(
  'an import of which nothing is left is undone without an entry in the bin',
  harness(async (t) => {
    await apply(t)
    for (const deletion of [format, star('S1'), star('S2')]) await t.as('admin', deletion)
    expect(await undo(t)).toEqual({ removed: 0, reverted: 0, kept: 0, restored: 0 })
    expect(await entries(t)).toEqual(['format', 'star', 'star'])
  }),
)

test(
  'a place in a cast that an import made comes back from the bin although star and season are older',
  harness(async (t) => {
    await apply(t, { ...tables, participants: [tables.participants[0]], episodes: [] })
    const without = await seen(t)
    await apply(t, { ...tables, episodes: [] })
    const withBoth = await seen(t)
    expect(await undo(t)).toMatchObject({ removed: 1 })
    expect(await seen(t)).toEqual(without)
    expect((await restore(t, 'import')).error).toBeUndefined()
    expect(await seen(t)).toEqual(withBoth)
    await consistent(t)
  }),
)

test(
  'what an import changed is set back in the bin too',
  harness(async (t) => {
    await apply(t)
    const before = await seen(t)
    await apply(t, {
      ...tables,
      stars: [{ ...tables.stars[0], last_name: 'Falsch' }],
      participants: [{ ...tables.participants[0], placement: 'Platz 9' }],
      episodes: [{ ...tables.episodes[0], title: 'Falsch' }],
    })
    for (const deletion of [episode, star('S1')]) await t.as('admin', deletion)
    expect(await undo(t)).toEqual({ removed: 0, reverted: 3, kept: 0, restored: 0 })
    for (const kind of ['star', 'event']) expect((await restore(t, kind)).error).toBeUndefined()
    expect(await seen(t)).toEqual(before)
  }),
)

test(
  'a value that cannot be set back any more stays, and the rest of the import is undone',
  harness(async (t) => {
    const other = { external_key: 'IN/2', format_key: 'IN', season_number: 2, title: null }
    await apply(t)
    await apply(t, {
      ...tables,
      seasons: [...tables.seasons, other],
      stars: [{ ...tables.stars[0], first_name: 'Falsch' }],
      episodes: [{ ...tables.episodes[0], season_number: 2 }],
    })
    // The season the episode had is gone for good.
    await t.as('admin', season)
    await t.owner('delete from private.bin')
    expect(await undo(t)).toMatchObject({ kept: 1, reverted: 1 })
    expect(await seen(t)).toContainEqual({ kind: 'star', what: ['S1', 'Desmond Müller'] })
  }),
)

test(
  'seasons of an import wait for their format in the bin',
  harness(async (t) => {
    await apply(t, { formats: tables.formats })
    await apply(t, tables)
    const before = await seen(t)
    await undo(t)
    await t.as('admin', format)
    expect((await restore(t, 'import')).error).toMatchObject({ hint: 'parent_gone' })
    expect((await restore(t, 'format')).error).toBeUndefined()
    expect((await restore(t, 'import')).error).toBeUndefined()
    expect(await seen(t)).toEqual(before)
    expect(await t.value(`select count(*)::int from public.formats where id = '${w.format}'`)).toBe(1)
  }),
)

test(
  'an import that came back from the bin is no longer undone, and can be undone again',
  harness(async (t) => {
    await apply(t)
    const before = await seen(t)
    const undone = () => t.value('select undone_at is not null from private.imports')
    expect(await undo(t)).toMatchObject({ removed: 7 })
    expect(await undone()).toBe(true)
    expect(await t.value(`select counts from private.bin where kind = 'import'`)).toMatchObject({
      ...{ formats: 1, seasons: 1, stars: 2, participants: 2, events: 1 },
    })
    expect((await restore(t, 'import')).error).toBeUndefined()
    expect(await undone()).toBe(false)
    expect(await undo(t)).toMatchObject({ removed: 7 })
    expect(await seen(t)).toEqual([])
    expect((await restore(t, 'import')).error).toBeUndefined()
    expect(await seen(t)).toEqual(before)
    await consistent(t)
  }),
)

test(
  'of two imports only the one that comes back is no longer undone',
  harness(async (t) => {
    await apply(t, { ...tables, participants: [tables.participants[0]], episodes: [] })
    await apply(t, { ...tables, episodes: [] })
    await undo(t)
    await undo(t)
    const first = await t.value(`select id from private.bin where kind = 'import' and counts ? 'formats'`)
    expect((await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [first])).error).toBeUndefined()
    expect((await t.owner('select created from private.imports where undone_at is null')).rows).toMatchObject([
      { created: { formats: [expect.any(String)] } },
    ])
  }),
)

test(
  'what somebody corrected by hand is known as such after a night in the bin',
  harness(async (t) => {
    await apply(t)
    await t.as('moderator', `update public.stars set last_name = 'Miller' where external_key = 'S1'`)
    const byHand = () =>
      t.value(
        `select count(*)::int from private.hand_edits h join public.stars s on s.id = h.row_id and s.external_key = 'S1' and h.column_name = 'last_name'`,
      )
    expect(await byHand()).toBe(1)
    await t.as('admin', star('S1'))
    await t.owner('select private.apply_retention()')
    expect((await restore(t, 'star')).error).toBeUndefined()
    expect(await byHand()).toBe(1)
    // Of what is gone for good nothing stays.
    await t.as('admin', star('S1'))
    await t.owner('delete from private.bin')
    await t.owner('select private.apply_retention()')
    expect(
      await t.value(
        `select count(*)::int from private.hand_edits h where h.column_name = 'last_name' and h.row_id not in (select id from public.stars)`,
      ),
    ).toBe(0)
  }),
)
