import { adminAnalytics } from '@hot/domain/contract/admin/analytics'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'
import { insertEvents, type Row } from './analytics-rows.ts'

const harness = useHarness(createWorld)

/** Page loads of yesterday and of closed days, in one statement. */
const keep = (t: Harness, name: string, values: readonly number[]) =>
  t.owner(
    `insert into public.analytics_events (event_type, session_id, metadata, created_at, month)
     select 'performance_metric', 'x', jsonb_build_object('name', $1::text, 'value', v.value), v.at, date_trunc('month', v.at at time zone 'utc')::date
     from (select value, ((private.berlin_day(now()) - 1 - (place % 4)::int)::timestamp at time zone 'Europe/Berlin') as at
       from unnest($2::double precision[]) with ordinality u (value, place)) v`,
    [name, values],
  )

async function vitals(t: Harness) {
  const { rows } = await t.as('admin', 'select public.admin_analytics_page() as page')
  return adminAnalytics.parse(rows[0]?.page).vitals
}

/** PostgreSQL's percentile_cont of the values themselves. */
function exact(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = part * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  return below + ((sorted[Math.ceil(place)] ?? Number.NaN) - below) * (place - Math.floor(place))
}

const upTo = (count: number, value: (n: number) => number) => Array.from({ length: count }, (_, n) => value(n))
/** Always the same numbers between 0 and 1. */
const spread = (n: number) => ((n * 2654435761) % 4294967296) / 4294967296

const cases: Readonly<Record<string, { name: string; values: readonly number[] }>> = {
  'one page load': { name: 'LCP', values: [2500] },
  'two far apart: between them': { name: 'TTFB', values: [12, 4800] },
  'all the same': { name: 'INP', values: upTo(50, () => 200) },
  'five in a row': { name: 'LCP', values: [1000, 2000, 3000, 4000, 5000] },
  'evenly from 1 to 5,000': { name: 'FCP', values: upTo(400, (n) => 1 + n * 12.5) },
  'a long tail': { name: 'LCP', values: upTo(500, (n) => 800 * Math.exp(4 * spread(n) ** 3)) },
  'fast and slow, nothing between': { name: 'TTFB', values: upTo(200, (n) => (n % 3 === 0 ? 3000 : 40) + spread(n)) },
  'shifts: mostly none': { name: 'CLS', values: upTo(300, (n) => (n % 3 === 0 ? spread(n) / 4 : 0)) },
  'shifts: small ones': { name: 'CLS', values: upTo(100, (n) => 0.001 + n / 1000) },
  'from the smallest to the longest': { name: 'INP', values: [0.0001, 0.5, 1, 600_000] },
}

for (const [title, { name, values }] of Object.entries(cases))
  test(
    `percentiles are within 1 % of the exact ones, before and after days are counted: ${title}`,
    harness(async (t) => {
      await insertEvents(t, [{ type: 'click', daysAgo: 5 }])
      await keep(t, name, values)
      const open = await vitals(t)
      for (const [index, part] of [0.5, 0.75, 0.95].entries()) {
        const found = [open[0]?.p50, open[0]?.p75, open[0]?.p95][index] ?? Number.NaN
        const wanted = exact(values, part)
        expect(Math.abs(found - wanted), `p${part * 100}: ${found} for ${wanted}`).toBeLessThanOrEqual(
          wanted * 0.01 + 1e-9,
        )
      }
      expect([open.length, open[0]?.name, open[0]?.samples]).toEqual([1, name, values.length])
      await t.owner('select private.roll_up_analytics()')
      expect(await vitals(t)).toEqual(open)
      // From here on the closed days need no events.
      await t.owner(`delete from public.analytics_events where created_at < private.berlin_day(now()) - 2`)
      expect(await vitals(t)).toEqual(open)
    }),
  )

test(
  'invalid and impossible numbers are skipped',
  harness(async (t) => {
    const measured = (name: string, value: unknown): Row => ({
      type: 'performance_metric',
      session: 'x',
      metadata: { name, value },
      daysAgo: 1,
    })
    await insertEvents(t, [
      ...['12', null, -5, 600_001, 1e300, { a: 1 }].map((value) => measured('LCP', value)),
      measured('drop table', 3),
      measured('CLS', 0),
    ])
    expect(await vitals(t)).toEqual([{ name: 'CLS', samples: 1, p50: 0, p75: 0, p95: 0 }])
  }),
)

test(
  'days older than 90 are deleted with their events',
  harness(async (t) => {
    await t.owner(
      `insert into private.analytics_daily_vitals values (private.berlin_day(now()) - 93, 'LCP', 300, 4), (private.berlin_day(now()) - 60, 'LCP', 300, 4)`,
    )
    await t.owner('select private.roll_up_analytics()')
    expect(await t.value('select count(*)::int from private.analytics_daily_vitals')).toBe(1)
  }),
)
