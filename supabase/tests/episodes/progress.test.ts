import { ownProgress, seasonResults } from '@hot/domain/contract/episode'
import { seasonPage } from '@hot/domain/contract/format'
import { starPage } from '@hot/domain/contract/star'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld, world } from '../support/world.ts'

const harness = useHarness(createWorld)

/** A season of three episodes, of which two have run, and a star who won it. `days`: since it began. */
const season = async (t: Harness, { ended = false } = {}) => {
  const began = ended ? -200 : -8
  await t.owner(
    `insert into public.calendar_events (title, season_id, episode_number, event_date)
     select 'Folge', '${world.season}', n, private.berlin_now()::date + ${began} + (n - 1) * 7 from generate_series(1, 3) n`,
  )
  await t.owner(
    `update public.seasons set start_date = private.berlin_now()::date + ${began}, end_date = private.berlin_now()::date + ${began} + 14
     where id = '${world.season}'`,
  )
  await t.owner(`update public.season_participants set placement = 'Gewinnerin' where season_id = '${world.season}'`)
}

const pagesOf = async (t: Harness, who: Person) => {
  const { rows } = await t.as(
    who,
    `select public.season_page((select slug from public.formats where id = '${world.format}'), '9') as season,
       public.star_page((select slug from public.stars where id = '${world.star}')) as star`,
  )
  return { season: seasonPage.parse(rows[0]?.season), star: starPage.parse(rows[0]?.star) }
}

/** What both pages say of the winner: the placement, `covered`, or nothing. */
const told = async (t: Harness, who: Person) => {
  const { season, star } = await pagesOf(t, who)
  const placement = season.cast[0]?.placement ?? null
  expect(star.seasons.find(({ season_id }) => season_id === world.season)?.placement ?? null).toBe(placement)
  return placement ?? (season.results_covered ? 'covered' : null)
}

const watch = (t: Harness, until: number | null) =>
  t.attempt('member', 'select public.set_progress($1, $2) as own', [world.season, until])

test(
  'who won a running season is said to nobody but whoever has seen all that ran',
  harness(async (t) => {
    await season(t)
    for (const who of ['guest', 'member', 'moderator'] as const) expect(await told(t, who)).toBe('covered')
    await watch(t, 1)
    expect(await told(t, 'member')).toBe('covered')
    expect(ownProgress.parse((await watch(t, 2)).rows[0]?.own)).toEqual([{ season_id: world.season, until: 2 }])
    expect(await told(t, 'member')).toBe('Gewinnerin')
    expect(await told(t, 'guest')).toBe('covered')
  }),
)

test(
  'a season that is over is open as ever, but to whoever is behind in it',
  harness(async (t) => {
    await season(t, { ended: true })
    expect(await told(t, 'guest')).toBe('Gewinnerin')
    expect(await told(t, 'member')).toBe('Gewinnerin')
    for (const until of [0, 1, 2]) {
      await watch(t, until)
      expect(await told(t, 'member')).toBe('covered')
    }
    await watch(t, 3)
    expect(await told(t, 'member')).toBe('Gewinnerin')
    await watch(t, null)
    expect(await told(t, 'member')).toBe('Gewinnerin')
  }),
)

test(
  'a placement is read by a press, and not from the table, by anybody',
  harness(async (t) => {
    await season(t)
    const { rows } = await t.as('guest', 'select public.season_results($1) as all', [world.season])
    expect(seasonResults.parse(rows[0]?.all)).toEqual([{ star_id: world.star, placement: 'Gewinnerin' }])
    for (const who of ['guest', 'member', 'moderator', 'admin'] as const)
      for (const read of ['placement', '*'])
        expect((await t.attempt(who, `select ${read} from public.season_participants`)).error?.code).toBe('42501')
    // Nor in a roundabout way: by a filter, or as what a write returns.
    expect(
      (await t.attempt('moderator', `select 1 from public.season_participants where placement like 'G%'`)).error?.code,
    ).toBe('42501')
    const write = `update public.season_participants set sort_order = 1 returning placement`
    expect((await t.attempt('moderator', write)).error?.code).toBe('42501')
  }),
)

test(
  'progress ends at what has run, belongs to who made it, and comes back with a season that was deleted',
  harness(async (t) => {
    await season(t)
    const hint = async (until: number) => (await watch(t, until)).error?.hint
    expect(await hint(3)).toBe('not_aired')
    expect(await hint(-1)).toBe('not_aired')
    const elsewhere = await t.attempt('member', 'select public.set_progress($1, 0)', [world.hiddenSeason])
    expect(elsewhere.error?.hint).toBe('target_gone')
    await watch(t, 2)
    expect(ownProgress.parse((await t.as('other', 'select public.own_progress() as own')).rows[0]?.own)).toEqual([])
    const counts = (
      await t.owner(`select count(*)::int as n from public.calendar_events where season_id = $1`, [world.season])
    ).rows[0]?.n
    await t.as('admin', 'select public.admin_delete_season($1, 1, $2)', [world.season, counts])
    expect(ownProgress.parse((await t.as('member', 'select public.own_progress() as own')).rows[0]?.own)).toEqual([])
    const entry = await t.value(`select id from private.bin where kind = 'season'`)
    await t.as('admin', 'select public.admin_restore_from_bin($1)', [entry])
    expect(ownProgress.parse((await t.as('member', 'select public.own_progress() as own')).rows[0]?.own)).toEqual([
      { season_id: world.season, until: 2 },
    ])
    expect(await told(t, 'member')).toBe('Gewinnerin')
  }),
)
