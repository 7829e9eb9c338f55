import type { ChartSocial, FormatStatistic } from '@hot/domain/contract/chart'
import { expect, test } from 'vitest'
import { type FormatWorld, formatStatistics } from '../../../tests/support/oracles/format-statistics.ts'
import { rankSocial, type SocialWorld } from '../../../tests/support/oracles/social-ranking.ts'
import { randomCatalogue } from '../counters/random-catalogue.ts'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness(randomCatalogue)
const rowsOf = async <Row>(t: Harness, sql: string) => (await t.owner(sql)).rows as Row[]
const today = (t: Harness) => t.value('select private.berlin_day(now())::text').then(String)

test(
  'Format Statistiken equal the reference',
  harness(async (t) => {
    // One in three is a repeat or does not take place.
    await t.owner(`update public.calendar_events set event_type = case when x.place % 6 = 0 then 'rerun' else event_type end,
      is_cancelled = x.place % 6 = 3 from (select e.id as event, row_number() over (order by e.id) as place from public.calendar_events e) x
      where id = x.event`)
    await t.owner('select private.refresh_charts()')
    const world: FormatWorld = {
      formats: await rowsOf(t, 'select id::text, name, is_active from public.formats'),
      seasons: await rowsOf(t, 'select id::text, format_id::text from public.seasons'),
      participants: await rowsOf(t, 'select season_id::text, star_id::text from public.season_participants'),
      stars: await rowsOf(
        t,
        'select s.id::text, s.is_active, c.hot_score::float8 from public.stars s join public.star_scores c on c.star_id = s.id',
      ),
      posts: await rowsOf(t, 'select status, tags::text[] from public.community_posts'),
      events: await rowsOf(
        t,
        'select format_id::text, event_date::text, event_type, is_cancelled from public.calendar_events where not is_series_event or series_parent_id is not null',
      ),
    }
    const expected = formatStatistics(world, await today(t))
    const chart = (await t.as('guest', 'select public.chart_formats() as answer')).rows[0]?.answer as FormatStatistic[]
    expect(chart.map(({ format, ...numbers }) => ({ id: format.id, ...numbers }))).toEqual(expected)
    expect(expected.filter((format) => format.average_score !== null && format.posts > 0).length).toBeGreaterThan(3)
  }),
)

test.each([null, 'instagram', 'x', 'threads'])('Social-Media-Bestenliste of %s equals the reference', (platform) =>
  harness(async (t) => {
    const world: SocialWorld = {
      stars: await rowsOf(t, 'select id::text, is_active from public.stars'),
      accounts: await rowsOf(t, 'select id::text, star_id::text, platform, followers from public.star_social_accounts'),
      history: await rowsOf(t, 'select account_id::text, day::text, followers from public.star_social_followers'),
    }
    const found: object[] = []
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { rows } = await t.as('guest', 'select public.chart_social($1, $2, 7) as answer', [platform, after])
      const page = rows[0]?.answer as ChartSocial
      found.push(...page.items.map(({ star, ...numbers }) => ({ star: star.id, ...numbers })))
      after = page.next
    }
    const expected = rankSocial(world, platform, await today(t))
    expect(found).toEqual(expected)
    expect(expected.filter((place) => place.growth !== null).length).toBeGreaterThan(5)
  })(),
)
