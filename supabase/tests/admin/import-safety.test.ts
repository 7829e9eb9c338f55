import { importChanges, importNew, importsPage, undoneImport } from '@hot/domain/contract/admin/imports'
import { binPage } from '@hot/domain/contract/admin/posts'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { islandTables } from './import-tables.ts'

const harness = useHarness(createWorld)

const tables = islandTables('Sender Eins')
type Tables = Partial<Record<keyof typeof tables, object[]>>

const apply = async (t: Harness, what: Tables = tables, unlock: string[] = []) =>
  (
    await t.as('moderator', `select public.admin_apply_import($1::jsonb, false, $2::text[], $3) as counts`, [
      JSON.stringify(what),
      unlock,
      (await changes(t, what)).seen,
    ])
  ).rows[0]?.counts
const changes = async (t: Harness, what: Tables) =>
  importChanges.parse(
    (await t.as('moderator', `select public.admin_import_changes($1::jsonb) as changes`, [JSON.stringify(what)]))
      .rows[0]?.changes,
  )
const page = async (t: Harness) =>
  importsPage.parse((await t.as('moderator', 'select public.admin_imports_page() as page')).rows[0]?.page).items
const undo = async (t: Harness, id: string | undefined) =>
  undoneImport.parse(
    (await t.as('admin', 'select public.admin_undo_import($1) as undone', [id ?? null])).rows[0]?.undone,
  )

/** What the imports of this file write, as a reader sees it. */
const seen = async (t: Harness) =>
  (
    await t.owner(
      `select 'format' as kind, jsonb_build_array(f.name, b.name) as what from public.formats f left join public.broadcasters b on b.id = f.broadcaster_id where f.external_key = 'IN'
       union all select 'season', jsonb_build_array(s.title, s.location) from public.seasons s where s.external_key = 'IN/1'
       union all select 'star', jsonb_build_array(s.external_key, s.full_name, s.birthdate) from public.stars s where s.external_key in ('S1', 'S2')
       union all select 'cast', jsonb_build_array(s.external_key, p.placement, p.sort_order) from public.season_participants p join public.stars s on s.id = p.star_id where s.external_key in ('S1', 'S2')
       union all select 'episode', jsonb_build_array(e.title, e.event_date, e.duration_minutes) from public.calendar_events e where e.external_key = 'IN/1/1'
       order by 1, 2`,
    )
  ).rows

/** The team corrects one value in each table, the way its screens write. */
async function correct(t: Harness): Promise<void> {
  for (const statement of [
    `update public.formats set name = 'Insel der Wahrheit' where external_key = 'IN'`,
    `update public.seasons set title = 'Von Hand' where external_key = 'IN/1'`,
    `update public.stars set first_name = 'Des' where external_key = 'S1'`,
    `update public.season_participants set placement = 'Gewinner:in' where star_id = (select id from public.stars where external_key = 'S1')`,
    `update public.calendar_events set title = 'Die Ankunft', duration_minutes = 75 where external_key = 'IN/1/1'`,
  ])
    await t.as('moderator', statement)
}

test(
  'what the team corrected by hand stays, whatever the file says, and everything else is replaced',
  harness(async (t) => {
    await apply(t)
    await correct(t)
    const corrected = await seen(t)
    const { total, locked, items } = await changes(t, tables)
    expect([total, locked]).toEqual([6, 6])
    expect(items.every((item) => item.locked)).toBe(true)
    await apply(t)
    expect(await seen(t)).toEqual(corrected)

    const later = {
      ...tables,
      stars: [{ ...tables.stars[0], last_name: 'Maier' }, tables.stars[1] ?? {}],
      episodes: [{ ...tables.episodes[0], date: '2026-12-02' }],
    }
    const next = await changes(t, later)
    expect([next.total, next.locked]).toEqual([8, 6])
    // Those to decide about come first.
    expect(next.items.map((item) => item.locked)).toEqual([...new Array(6).fill(true), false, false])
    await apply(t, later)
    expect(await seen(t)).toContainEqual({ kind: 'star', what: ['S1', 'Des Maier', null] })
    expect(await seen(t)).toContainEqual({ kind: 'episode', what: ['Die Ankunft', '2026-12-02', 75] })
  }),
)

test(
  'ticked values are replaced, and are no corrections any more',
  harness(async (t) => {
    await apply(t)
    await correct(t)
    const { items } = await changes(t, tables)
    const star = items.find(({ table, field }) => table === 'stars' && field === 'first_name')
    expect(star).toMatchObject({ row: 'Des Müller', old: 'Des', new: 'Desmond', locked: true })
    await apply(t, tables, [star?.id ?? ''])
    expect(await seen(t)).toContainEqual({ kind: 'star', what: ['S1', 'Desmond Müller', null] })
    expect(await seen(t)).toContainEqual({ kind: 'format', what: ['Insel der Wahrheit', 'Sender Eins'] })
    await t.owner(`update public.stars set first_name = 'Ein Job' where external_key = 'S1'`)
    expect((await changes(t, tables)).items.filter(({ table, locked }) => table === 'stars' && !locked)).toHaveLength(1)
    const flood = await t.attempt('moderator', `select public.admin_apply_import('{}', false, $1::text[])`, [
      new Array(501).fill('x'),
    ])
    expect(flood.error?.hint).toBe('row_count')
  }),
)

test(
  'neither an import nor a job is a correction by hand, and a value that stays is none',
  harness(async (t) => {
    await apply(t)
    await apply(t, { ...tables, stars: [{ ...tables.stars[0], last_name: 'Maier' }] })
    await t.owner(`update public.stars set nickname = 'Vom Job' where external_key = 'S1'`)
    await t.as('moderator', `update public.stars set first_name = first_name, bio = 'Neu' where external_key = 'S1'`)
    expect(await t.value('select count(*)::int from private.hand_edits')).toBe(0)
  }),
)

test(
  'an import is undone whole: what it made lies in the bin with its votes, what it replaced is as it was',
  harness(async (t) => {
    const empty = await seen(t)
    await apply(t)
    const first = await seen(t)
    await apply(t, {
      formats: [{ ...tables.formats[0], name: 'Insel', broadcaster: 'Sender Zwei' }],
      seasons: [{ ...tables.seasons[0], location: 'Fidschi' }],
      stars: [{ ...tables.stars[0], birthdate: '1990-01-31' }],
      participants: [{ ...tables.participants[0], placement: 'Platz 9', sort_order: 7 }],
      episodes: [{ ...tables.episodes[0], date: '2026-12-24', duration_minutes: 90 }],
    })
    const [latest, before] = await page(t)
    expect(latest).toMatchObject({ applied_by_name: 'lagerwache', undone_at: null, counts: { stars: { changed: 1 } } })
    expect(await undo(t, latest?.id)).toEqual({ removed: 0, reverted: 8, kept: 0, restored: 0 })
    expect(await seen(t)).toEqual(first)

    await t.owner(
      `insert into public.demand_votes (user_id, star_id, value) select $1, id, 5 from public.stars where external_key = 'S1'`,
      [people.member],
    )
    expect(await undo(t, before?.id)).toEqual({ removed: 7, reverted: 0, kept: 0, restored: 0 })
    expect(await seen(t)).toEqual(empty)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
    // Nobody undoes it twice.
    expect(await undo(t, before?.id)).toBeNull()
    expect((await page(t)).every(({ undone_at }) => undone_at)).toBe(true)

    const [binned] = binPage.parse((await t.as('admin', 'select public.admin_bin_page() as page')).rows[0]?.page).items
    expect(binned).toMatchObject({ kind: 'import', counts: { seasons: 1, participants: 2, events: 1, votes: 1 } })
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [binned?.id])
    expect(await seen(t)).toEqual(first)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'undoing leaves alone what somebody changed since, and moderators may not',
  harness(async (t) => {
    await apply(t)
    await apply(t, { ...tables, stars: [{ ...tables.stars[0], first_name: 'Falsch', last_name: 'Falsch' }] })
    await t.as('moderator', `update public.stars set first_name = 'Des' where external_key = 'S1'`)
    const [latest] = await page(t)
    const refused = await t.attempt('moderator', 'select public.admin_undo_import($1)', [latest?.id])
    expect(refused.error?.hint).toBe('not_allowed')
    expect(await undo(t, latest?.id)).toEqual({ removed: 0, reverted: 1, kept: 1, restored: 0 })
    expect(await seen(t)).toContainEqual({ kind: 'star', what: ['S1', 'Des Müller', null] })
    // What undoing sets back is no correction by hand; the one that stayed is.
    expect(await t.value('select count(*)::int from private.hand_edits')).toBe(1)
    await t.owner(`update private.imports set applied_at = now() - interval '31 days'`)
    expect(await page(t)).toEqual([])
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.imports')).toBe(0)
  }),
)

test(
  'an import is the one that was shown: what somebody changed since is not replaced unseen',
  harness(async (t) => {
    await apply(t)
    const next: Tables = { formats: [{ key: 'IN', name: 'Insel, neu', broadcaster: 'Sender Eins' }] }
    const shown = await changes(t, next)
    const given = (seen: string | null, what: Tables = next) =>
      t.attempt('moderator', `select public.admin_apply_import($1::jsonb, false, '{}', $2)`, [
        JSON.stringify(what),
        seen,
      ])
    await t.as('admin', `update public.formats set name = 'Von Hand' where external_key = 'IN'`)
    const name = () => t.value(`select name from public.formats where external_key = 'IN'`)
    const refused = await given(shown.seen)
    expect(refused.error).toMatchObject({
      hint: 'import_changed',
      message: expect.stringContaining('Prüf die Dateien'),
    })
    expect((await given(null)).error?.hint).toBe('import_changed')
    expect(await name()).toBe('Von Hand')
    // Other rows than those that were shown, and a row that is there by now.
    const again = await changes(t, next)
    expect(again.items).toMatchObject([{ old: 'Von Hand', new: 'Insel, neu', locked: true }])
    const other = { formats: [{ key: 'IN', name: 'Etwas anderes', broadcaster: 'Sender Eins' }] }
    expect((await given(again.seen, other)).error?.hint).toBe('import_changed')
    const fresh = { formats: [{ key: 'NEU', name: 'Neu', broadcaster: 'Sender Eins' }] }
    const unmade = await changes(t, fresh)
    await t.owner(`insert into public.formats (name, external_key) values ('Neu', 'NEU')`)
    expect((await given(unmade.seen, fresh)).error?.hint).toBe('import_changed')
    expect((await given(again.seen)).error).toBeUndefined()
  }),
)

test(
  'a preview counts exactly what applying it does',
  harness(async (t) => {
    const preview = async (what: Tables) =>
      (await t.as('moderator', `select public.admin_apply_import($1::jsonb, true) as counts`, [JSON.stringify(what)]))
        .rows[0]?.counts
    const moved = { format_key: 'IN', season_number: 2, title: null, external_key: 'IN/2' }
    const steps: Tables[] = [
      tables,
      tables,
      {
        ...tables,
        seasons: [...tables.seasons, moved],
        stars: [{ ...tables.stars[0], birthdate: '1990-01-31' }],
        participants: [tables.participants[0] ?? {}, { ...tables.participants[1], sort_order: 9 }],
        episodes: [{ ...tables.episodes[0], season_number: 2 }],
      },
    ]
    for (const step of steps) {
      const told = await preview(step)
      expect(await apply(t, step)).toEqual(told)
    }
    await correct(t)
    const told = await preview(tables)
    expect(await apply(t)).toEqual(told)
  }),
)

test(
  'an import that changes nothing leaves nothing to undo',
  harness(async (t) => {
    await apply(t)
    await apply(t)
    expect(await page(t)).toHaveLength(1)
  }),
)

test(
  'a preview names what is new, and who bears the name of somebody who is there',
  harness(async (t) => {
    const asked = async (what: Tables) =>
      importNew.parse(
        (await t.as('moderator', `select public.admin_import_new($1::jsonb) as made`, [JSON.stringify(what)])).rows[0]
          ?.made,
      )
    expect(await asked(tables)).toEqual({
      rows: { formats: [1], seasons: [1], stars: [1, 2], participants: [1, 2], episodes: [1] },
      doubles: [],
      times: [{ format: 'Insel der Probe', time: '20:15', origin: 'default', episodes: 1 }],
    })
    await apply(t)
    expect(await asked(tables)).toEqual({ rows: {}, doubles: [], times: [] })
    await t.owner(`update public.stars set nickname = 'Die Eine' where external_key = 'S2'`)
    const star = (key: string, first_name: string, last_name: string, nickname: string | null = null) => ({
      ...{ key, first_name, last_name, nickname, birthdate: null },
    })
    const { rows, doubles } = await asked({
      formats: [{ key: 'IX', name: 'INSEL  der Probe' }],
      stars: [
        star('S1', 'Desmond', 'Müller'),
        star('X1', 'DESMOND', 'Mueller'),
        star('X2', 'Desmond', ''),
        star('X3', '', '', 'die eine'),
        star('X4', '=HYPERLINK("x")', 'Roth'),
      ],
    })
    expect(rows).toEqual({ formats: [1], stars: [2, 3, 4, 5] })
    expect(doubles.map(({ table, nth, name }) => [table, nth, name])).toEqual([
      ['formats', 1, 'Insel der Probe'],
      ['stars', 2, 'Desmond Müller'],
      ['stars', 4, 'Kim „Die Eine“ Roth'],
    ])
    await expect(t.as('member', `select public.admin_import_new('{}')`)).rejects.toThrow()
  }),
)
