import type { Engine } from '@hot/embedded/database/engine'
import { migrate } from '@hot/embedded/database/migrate'
import { openPostgres } from '@hot/embedded/database/postgres'
import { asCaller } from '@hot/embedded/database/transaction'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { startPostgres } from '../../scripts/suites/throwaway-postgres.ts'
import { signEverybodyIn, signedInClaims } from './signed-in.ts'

const admin = '60000000-0000-4000-8000-000000000002'

/** Each query and its limit in milliseconds; jobs run in the background (`asOwner`). */
const questions = [
  { sql: 'select private.roll_up_analytics()', mostMs: 500, asOwner: true },
  { sql: 'select * from public.get_analytics_summary(private.berlin_day(now()) - 29)', mostMs: 500 },
  { sql: 'select public.admin_analytics_page(private.berlin_day(now()) - 29)', mostMs: 500 },
  { sql: 'select private.refresh_popular()', mostMs: 1000, asOwner: true },
  { sql: 'select public.popular_content()', mostMs: 10 },
  { sql: 'select private.maintain_analytics_months()', mostMs: 100, asOwner: true },
] as const

/**
 * 500,000 events of 30 days in visits of ten events each: every fifth visit is a member's, types in the proportions
 * of a site that is mostly read. The same rows on every machine.
 */
const events = `
  insert into auth.users (id, email, raw_app_meta_data, created_at)
    select ('60000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'm' || n || '@gmx.de', '{"provider": "email"}', now() - n * interval '1 hour'
    from generate_series(1, 1000) n;
  ${signEverybodyIn};
  update public.profiles set role = 'admin' where id = '${admin}';
  insert into public.stars (id, first_name, last_name, slug)
    select ('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Star', 'Nummer ' || n, 'star-' || n from generate_series(1, 500) n;
  select private.rescore_all_stars();
  select private.make_analytics_partition((date_trunc('month', now()) - interval '1 month')::date);
  insert into public.analytics_events (event_type, user_id, session_id, page_path, target_type, target_id, metadata, created_at, month)
  select e.type, e.member, 'session-' || e.visit, '/stars/star-' || e.n % 300,
    case e.type when 'star_view' then 'star' end,
    case e.type when 'star_view' then '10000000-0000-4000-8000-' || lpad((1 + (e.n::bigint * e.n) % 500)::text, 12, '0') end,
    case e.type
      when 'performance_metric' then jsonb_build_object('name', (array['CLS', 'INP', 'FCP', 'LCP', 'TTFB'])[1 + e.n % 5], 'value', e.n % 5000, 'rating', 'good')
      when 'custom_performance_metric' then case when e.member is null then '{"name": "app_load", "value": 900}'
        else jsonb_build_object('funnel_step', (array['signup_completed', 'profile_setup_completed', 'first_post', 'first_vote', 'first_comment'])[1 + e.n % 5]) end
      else '{}' end,
    e.at, date_trunc('month', e.at at time zone 'utc')::date
  from (
    select n, n / 10 as visit, now() - (n / 10) * (interval '29 days' / 50000) + (n % 10) * interval '7 seconds' - interval '2 minutes' as at,
      case when (n / 10) % 5 = 0 then ('60000000-0000-4000-8000-' || lpad((1 + (n / 50) % 1000)::text, 12, '0'))::uuid end as member,
      (array['session_start', 'page_view', 'page_view', 'scroll', 'star_view', 'performance_metric', 'performance_metric', 'page_view',
        case when (n / 10) % 5 = 0 then 'vote_cast' else 'click' end,
        case when (n / 10) % 9 = 0 then 'custom_performance_metric' else 'session_end' end])[1 + n % 10] as type
    from generate_series(0, 499999) n
  ) e`

async function once(engine: Engine, owner: string, question: (typeof questions)[number]): Promise<number> {
  const began = performance.now()
  if ('asOwner' in question)
    await engine.session(async (session) => {
      await session.exec(`set role ${owner}`)
      await session.query(question.sql).finally(() => session.exec('reset role'))
    })
  else await asCaller(engine, signedInClaims(admin), (session) => session.query(question.sql))
  return performance.now() - began
}

async function timeAll(engine: Engine, owner: string): Promise<void> {
  const missed: string[] = []
  console.info('| question | first ms | median ms | at most |\n|---|---|---|---|')
  for (const question of questions) {
    const first = await once(engine, owner, question)
    const runs: number[] = []
    for (let run = 0; run < 5; run++) runs.push(await once(engine, owner, question))
    const median = runs.sort((a, b) => a - b)[2] ?? 0
    console.info(`| \`${question.sql}\` | ${first.toFixed(0)} | ${median.toFixed(1)} | ${question.mostMs} |`)
    if (median > question.mostMs) missed.push(`${question.sql}: ${median.toFixed(0)} ms`)
  }
  if (missed.length > 0) throw new Error(`over the bar:\n${missed.join('\n')}`)
}

/** `npm run bench -- analytics`: 500,000 events on a new PostgreSQL; times the summary and the analytics page. */
export async function benchAnalytics(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const engine = openPostgres(postgres.url, () => {})
    const { owner } = await ensurePlatform(engine)
    await migrate(engine, owner, 'supabase/migrations')
    await engine.session(async (session) => {
      await session.exec(events)
      await session.exec('vacuum analyze')
    })
    await timeAll(engine, owner).finally(() => engine.close())
  } finally {
    postgres.stop()
  }
}
