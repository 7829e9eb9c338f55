import { adminSeason, adminSeasonsPage, savedSeason } from '@hot/domain/contract/admin/formats'
import { adminChannelsPage } from '@hot/domain/contract/admin/social'
import { isMisleadingSeasonSlug } from '@hot/domain/format/season-form'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Sets = { id?: string; seen?: string; number?: number; slug?: string; cast?: [star: string, placement: string][] }
const save = async (t: Harness, sets: Sets, person: Person = 'moderator') => {
  const cast = sets.cast ?? []
  const { rows, error } = await t.attempt(
    person,
    `select public.admin_save_season($1, $2::timestamptz, $3, $4::uuid[], $5::text[]) as saved`,
    [
      sets.id ?? null,
      sets.seen ?? null,
      {
        ...{ format_id: w.format, season_number: sets.number ?? 10, title: null, slug: sets.slug ?? null },
        ...{ start_date: '2026-11-01', end_date: null, location: 'Köln', description: null },
      },
      cast.map(([star]) => star),
      cast.map(([, placement]) => placement),
    ],
  )
  return error ? { hint: error.hint, code: error.code } : savedSeason.parse(rows[0]?.saved)
}
const read = async (t: Harness, id: string = w.season) =>
  adminSeason.parse((await t.as('moderator', 'select public.admin_season($1) as season', [id])).rows[0]?.season)
const log = async (t: Harness) =>
  (await t.owner('select action_type, target_type, details from public.admin_actions order by created_at, id')).rows

test(
  'a season with cast and placements is on its public page, with one log row',
  harness(async (t) => {
    const saved = await save(t, { cast: [[w.star, ' Gewinner:in ']] })
    expect(saved).toMatchObject({ slug: 'staffel-10', format_slug: 'sommerhaus-der-stars' })
    // Over, so that nobody is spoiled.
    await t.owner(`update public.seasons set end_date = '2026-11-02' where id = $1`, ['id' in saved ? saved.id : null])
    const shown = (await t.as('guest', `select public.season_page('sommerhaus-der-stars', '10') as page`)).rows[0]?.page
    expect(shown).toMatchObject({
      location: 'Köln',
      participants: 1,
      cast: [{ id: w.star, placement: 'Gewinner:in' }],
      previous: { season_number: 9 },
    })
    expect(await log(t)).toMatchObject([
      { action_type: 'create_season', details: { name: 'Sommerhaus der Stars, Staffel 10' } },
    ])
  }),
)

test(
  'the cast is stored in its order, and a change of the cast alone is noticed by the next editor',
  harness(async (t) => {
    await t.owner(`update public.seasons set updated_at = '2026-01-01' where id = '${w.season}'`)
    await t.owner(`alter table public.seasons disable trigger seasons_touch`)
    await t.owner(`update public.seasons set start_date = '2026-11-01', location = 'Köln', updated_at = '2026-01-01'`)
    await t.owner(`alter table public.seasons enable trigger seasons_touch`)
    const before = await read(t)
    const seen = before.updated_at
    const cast: [string, string][] = [
      [w.inactiveStar, ''],
      [w.star, 'Platz 2'],
    ]
    await save(t, { id: w.season, seen, number: 9, cast })
    const after = await read(t)
    expect(after.cast.map(({ id, placement }) => [id, placement])).toEqual([
      [w.inactiveStar, null],
      [w.star, 'Platz 2'],
    ])
    expect(await log(t)).toMatchObject([{ action_type: 'update_season', details: { changed: ['cast'] } }])
    expect(await save(t, { id: w.season, seen, number: 9 })).toMatchObject({ hint: 'changed_meanwhile' })
    await save(t, { id: w.season, seen: after.updated_at, number: 9, cast: cast.slice(1) })
    expect(await read(t)).toMatchObject({ participants: 1, cast: [{ id: w.star }] })
  }),
)

test(
  'number and slug of another season are refused; events follow a new number',
  harness(async (t) => {
    expect(await save(t, { number: 9 })).toMatchObject({ hint: 'season_number_taken' })
    expect(await save(t, { slug: 'Staffel 9' })).toMatchObject({ hint: 'season_slug_taken' })
    expect(await save(t, { slug: '3' })).toMatchObject({ hint: 'season_slug_misleading' })
    expect(isMisleadingSeasonSlug('3', 10)).toBe(true)
    const { updated_at } = await read(t)
    expect(await save(t, { id: w.season, seen: updated_at, number: 12, slug: 'staffel-9' })).toMatchObject({
      slug: 'staffel-12',
    })
    expect(await t.value(`select season_number from public.calendar_events where id = '${w.event}'`)).toBe(12)
  }),
)

test(
  'a star twice, more than 300 or a deleted one is refused, and nothing is stored',
  harness(async (t) => {
    const twice: [string, string][] = [
      [w.star, ''],
      [w.star, 'Platz 2'],
    ]
    expect(await save(t, { cast: twice })).toMatchObject({ hint: 'cast_invalid' })
    const many = Array.from({ length: 301 }, (_, n): [string, string] => [
      `60000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      '',
    ])
    expect(await save(t, { cast: many })).toMatchObject({ hint: 'cast_invalid' })
    expect(await save(t, { cast: [[w.fresh, '']] })).toMatchObject({ code: '23503' })
    expect(await t.value(`select count(*)::int from public.seasons where format_id = '${w.format}'`)).toBe(1)
    expect(await log(t)).toEqual([])
  }),
)

test(
  'a season is deleted with cast and episodes; the list filters by words and state',
  harness(async (t) => {
    const list = async (query: string | null, state: string | null) =>
      adminSeasonsPage
        .parse(
          (await t.as('moderator', 'select public.admin_seasons_page($1, null, $2) as page', [query, state])).rows[0]
            ?.page,
        )
        .items.map(({ format, season_number }) => `${format.name} ${season_number}`)
    expect(await list(null, null)).toEqual(['Geheim 1', 'Sommerhaus der Stars 9'])
    expect(await list('sommerhaus staffel 9', null)).toEqual(['Sommerhaus der Stars 9'])
    expect(await list(null, 'without_cast')).toEqual(['Geheim 1'])
    const remove = (person: Person, events: number) =>
      t.attempt(person, 'select public.admin_delete_season($1, 1, $2)', [w.season, events])
    expect((await remove('moderator', 1)).error?.hint).toBe('not_allowed')
    expect((await remove('admin', 0)).error?.hint).toBe('contents_changed')
    expect((await remove('admin', 1)).error).toBeUndefined()
    expect(await t.value(`select count(*)::int from public.calendar_events where id = '${w.event}'`)).toBe(0)
    expect(await list(null, null)).toEqual(['Geheim 1'])
  }),
)

test(
  'broadcasters and providers have unique names; the calendar follows renames and keeps deleted names',
  harness(async (t) => {
    const channels = async () =>
      adminChannelsPage.parse((await t.as('moderator', 'select public.admin_channels_page() as page')).rows[0]?.page)
    const provider = (id: string | null, seen: string | null, name: string) =>
      t.attempt('moderator', `select public.admin_save_provider($1, $2::timestamptz, $3)`, [
        id,
        seen,
        { name, website_url: null, color: '#0EA5E9', active: true },
      ])
    const broadcaster = (id: string | null, seen: string | null, name: string) =>
      t.attempt('moderator', `select public.admin_save_broadcaster($1, $2::timestamptz, $3)`, [
        id,
        seen,
        { name, website_url: null, type: 'pay_tv', color: '#112233', active: true },
      ])
    await t.owner(`update public.calendar_events set broadcaster_id = '${w.broadcaster}' where id = '${w.event}'`)
    expect((await provider(null, null, 'rtl+')).error?.hint).toBe('name_taken')
    expect((await broadcaster(null, null, 'Rtl')).error?.hint).toBe('name_taken')
    expect((await provider(null, null, 'Camp TV')).error).toBeUndefined()
    const { broadcasters, providers } = await channels()
    expect(providers.map(({ name }) => name)).toContain('Camp TV')
    expect(broadcasters).toMatchObject([{ name: 'RTL', formats: 1, events: 1 }])
    expect((await broadcaster(w.broadcaster, '2020-01-01T00:00:00Z', 'RTLZWEI')).error?.hint).toBe('changed_meanwhile')
    expect((await broadcaster(w.broadcaster, broadcasters[0]?.updated_at ?? null, 'RTLZWEI')).error).toBeUndefined()
    expect(await t.value(`select channel from public.calendar_events where id = '${w.event}'`)).toBe('RTLZWEI')
    expect(
      (await t.attempt('admin', 'select public.admin_delete_broadcaster($1)', [w.broadcaster])).error,
    ).toBeUndefined()
    const camp = (await channels()).providers.find(({ name }) => name === 'Camp TV')?.id
    const drop = (person: 'moderator' | 'admin') => t.attempt(person, 'select public.admin_delete_provider($1)', [camp])
    expect((await drop('moderator')).error?.hint).toBe('not_allowed')
    expect((await drop('admin')).error).toBeUndefined()
    expect((await drop('admin')).error?.hint).toBe('target_gone')
    expect(await t.value(`select channel from public.calendar_events where id = '${w.event}'`)).toBe('RTLZWEI')
    expect((await log(t)).map((row) => row.action_type).sort()).toEqual([
      'create_streaming_provider',
      'delete_broadcaster',
      'delete_streaming_provider',
      'update_broadcaster',
    ])
  }),
)
