import { adminFormat, adminFormatsPage, savedFormat } from '@hot/domain/contract/admin/formats'
import { reservedFormatSlugs } from '@hot/domain/format/format-form'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Sets = {
  id?: string | null
  seen?: string | null
  name?: string
  slug?: string | null
  active?: boolean
  emoji?: string
}
const save = async (t: Harness, sets: Sets, person: Person = 'moderator') => {
  const { rows, error } = await t.attempt(person, `select public.admin_save_format($1, $2::timestamptz, $3) as saved`, [
    sets.id ?? null,
    sets.seen ?? null,
    {
      ...{ name: sets.name ?? 'Neu', short_name: null, slug: sets.slug ?? null, emoji: sets.emoji ?? null },
      ...{ color: '#F43F12', broadcaster_id: null, streaming_provider_id: null, streaming_url: null },
      ...{ description: null, is_active: sets.active ?? true },
    },
  ])
  return error ? { hint: error.hint } : savedFormat.parse(rows[0]?.saved)
}
const read = async (t: Harness, id: string = w.format) =>
  adminFormat.parse((await t.as('moderator', 'select public.admin_format($1) as format', [id])).rows[0]?.format)
const page = async (t: Harness, ...args: (string | number | null)[]) =>
  adminFormatsPage.parse(
    (
      await t.as('moderator', 'select public.admin_formats_page($1, $2, $3, $4, $5) as page', [
        ...args,
        ...new Array(5 - args.length).fill(null),
      ])
    ).rows[0]?.page,
  )
const log = async (t: Harness) =>
  (
    await t.owner(
      `select action_type, target_type, target_id, details from public.admin_actions order by created_at, id`,
    )
  ).rows

test(
  'a new format is on its page at once, with one log row',
  harness(async (t) => {
    const saved = await save(t, { name: '  Camp  der Wahrheit ', slug: 'Camp der Wahrheit!', emoji: '🏕️' })
    expect(saved).toMatchObject({ slug: 'camp-der-wahrheit' })
    const shown = (await t.as('guest', `select public.format_page('camp-der-wahrheit') as page`)).rows[0]?.page
    expect(shown).toMatchObject({ name: 'Camp der Wahrheit', emoji: '🏕️', color: '#f43f12', participants: 0 })
    expect(await log(t)).toMatchObject([{ action_type: 'create_format', details: { name: 'Camp der Wahrheit' } }])
  }),
)

test(
  'a name whose letters become two in an address has one that fits',
  harness(async (t) => {
    expect(await save(t, { name: 'ß'.repeat(140) })).toMatchObject({ slug: 's'.repeat(190) })
    const news = await t.as('moderator', `insert into public.news (title) values (repeat('ü', 200)) returning slug`)
    expect(news.rows[0]?.slug).toMatch(/^(ue){120}-[0-9a-f]{4}$/)
  }),
)

test(
  'a new slug keeps the old one working, with one log row for any number of events',
  harness(async (t) => {
    const { updated_at } = await read(t)
    const saved = await save(t, { id: w.format, seen: updated_at, name: 'Sommerhaus', slug: 'sommerhaus' })
    expect(saved).toMatchObject({ slug: 'sommerhaus' })
    expect((await read(t)).former_slugs).toEqual(['sommerhaus-der-stars'])
    expect(await t.value(`select format_name from public.calendar_events where id = '${w.event}'`)).toBe('Sommerhaus')
    const rows = await log(t)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.details).toMatchObject({ changed: ['broadcaster_id', 'color', 'name', 'slug'] })
    // Saving the same values again changes nothing and is not logged.
    const again = { id: w.format, seen: (await read(t)).updated_at, name: 'Sommerhaus', slug: 'sommerhaus' }
    await save(t, again)
    expect(await log(t)).toHaveLength(1)
  }),
)

test(
  'slugs that are in use, formerly used or reserved are refused',
  harness(async (t) => {
    await save(t, { id: w.format, seen: (await read(t)).updated_at, name: 'Sommerhaus', slug: 'sommerhaus' })
    expect(await save(t, { slug: 'sommerhaus' })).toEqual({ hint: 'slug_taken' })
    expect(await save(t, { slug: 'sommerhaus-der-stars' })).toEqual({ hint: 'slug_remembered' })
    expect(await save(t, { slug: 'Staffel' })).toEqual({ hint: 'slug_reserved' })
    // Also without the RPC; a slug made from the name gets a number, as if it were in use.
    const direct = await t.attempt('moderator', `update public.formats set slug = 'neu' where id = '${w.format}'`)
    expect(direct.error?.hint).toBe('slug_reserved')
    const named = await t.as('moderator', `insert into public.formats (name) values ('Suche') returning slug`)
    expect(named.rows).toEqual([{ slug: 'suche-2' }])
  }),
)

test(
  'domain/ and database reserve the same slugs',
  harness(async (t) => {
    const known = await t.value(
      `select array_agg(word order by word) from unnest($1::text[]) word where private.is_reserved_format_slug(word)`,
      [[...reservedFormatSlugs, 'camp', 'stars']],
    )
    expect(known).toEqual([...reservedFormatSlugs].sort())
    const body = String(await t.value(`select prosrc from pg_proc where proname = 'is_reserved_format_slug'`))
    expect(body.match(/'[a-z]+'/g)).toHaveLength(reservedFormatSlugs.length)
  }),
)

test(
  'saving over the change of somebody else is refused',
  harness(async (t) => {
    expect(await save(t, { id: w.format, seen: '2020-01-01T00:00:00Z' })).toEqual({ hint: 'changed_meanwhile' })
    expect(await save(t, { id: w.fresh, seen: null })).toEqual({ hint: 'target_gone' })
    expect(await log(t)).toEqual([])
  }),
)

test(
  'a format is deleted with seasons, casts and events, by admins only and only if nothing was added meanwhile',
  harness(async (t) => {
    const remove = (person: Person, seasons: number, events: number) =>
      t.attempt(person, 'select public.admin_delete_format($1, $2, $3)', [w.format, seasons, events])
    const format = await read(t)
    expect([format.seasons.length, format.events, format.seasons[0]?.participants]).toEqual([1, 1, 1])
    expect((await remove('moderator', 1, 1)).error?.hint).toBe('not_allowed')
    expect((await remove('admin', 1, 0)).error?.hint).toBe('contents_changed')
    expect((await remove('admin', 1, 1)).error).toBeUndefined()
    const left = `select (select count(*) from public.seasons where format_id = '${w.format}')
      + (select count(*) from public.calendar_events where id = '${w.event}')
      + (select count(*) from public.season_participants where season_id = '${w.season}')`
    expect(Number(await t.value(left))).toBe(0)
    expect(await log(t)).toMatchObject([
      { action_type: 'delete_format', details: { name: 'Sommerhaus der Stars', seasons: 1, events: 1 } },
    ])
  }),
)

test(
  'the list includes inactive formats, filters by words, state and channel, and pages through all',
  harness(async (t) => {
    const names = (list: Awaited<ReturnType<typeof page>>) => list.items.map(({ name }) => name)
    expect(names(await page(t))).toEqual(['Geheim', 'Sommerhaus der Stars'])
    expect(names(await page(t, 'STARS haus'))).toEqual(['Sommerhaus der Stars'])
    expect(names(await page(t, '100%'))).toEqual([])
    expect(names(await page(t, null, 'inactive'))).toEqual(['Geheim'])
    expect((await page(t, null, null, w.broadcaster)).items).toMatchObject([
      { broadcaster: 'RTL', seasons: 1, events: 1 },
    ])
    expect(names(await page(t, null, null, 'kein-kanal'))).toEqual([])
    const first = await page(t, null, null, null, null, 1)
    expect(names(await page(t, null, null, null, first.next, 1))).toEqual(['Sommerhaus der Stars'])
  }),
)
