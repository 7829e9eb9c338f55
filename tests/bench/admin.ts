import type { Engine } from '@hot/embedded/database/engine'
import { asCaller } from '@hot/embedded/database/transaction'
import { startPostgres } from '../../scripts/suites/throwaway-postgres.ts'
import { fill, large } from './fill.ts'
import { signedInClaims } from './signed-in.ts'

/** With 10,000 open reports and 200,000 posts every list of the admin area answers within this time. */
const mostMs = 300
/** The admin of data-set/4-moderation.sql. */
const admin = '60000000-0000-4000-8000-000000000002'

type Call = readonly [rpc: string, args?: Readonly<Record<string, unknown>>]

const today = new Date()
const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10)

/** Every list and figure of the admin area, with the filters that could be slow. */
const calls: readonly Call[] = [
  ['admin_badges'],
  ['admin_stats'],
  ['admin_activity_page'],
  ['admin_activity_page', { p_type: 'post' }],
  ['admin_transparency', { p_from: day(-30), p_to: day(0) }],
  ['admin_transparency', { p_from: day(-700), p_to: day(0) }],
  ['admin_post_figures'],
  ['admin_posts_page', { p_status: 'pending' }],
  ['admin_posts_page'],
  ['admin_posts_page', { p_status: 'rejected', p_type: 'poll' }],
  ['admin_posts_page', { p_query: 'mandy villa' }],
  ['admin_archive_page'],
  ['admin_archive_page', { p_query: 'finale' }],
  ['admin_removed_comments_page'],
  ['admin_report_cases'],
  ['admin_report_cases', { p_order: 'oldest' }],
  ['admin_report_cases', { p_reason: 'spam' }],
  ['admin_report_cases', { p_status: 'closed' }],
  ['admin_appeals_page'],
  ['admin_appeals_page', { p_status: 'decided' }],
  ['admin_stars_page'],
  ['admin_stars_page', { p_query: 'mandy' }],
  ['admin_similar_stars', { p_name: 'Mandy Müller' }],
  ['admin_social_page'],
  ['admin_news_page'],
  ['admin_formats_page'],
  ['admin_seasons_page'],
  ['admin_channels_page'],
  ['admin_calendar_page', { p_from: day(-15), p_to: day(20) }],
  ['admin_calendar_choices'],
  ['admin_users_page'],
  ['admin_users_page', { p_query: 'm_00ab' }],
  ['admin_users_page', { p_query: '99@bench' }],
  ['admin_users_page', { p_state: 'banned' }],
  ['admin_user_page', { p_id: '60000000-0000-4000-8000-000000000001' }],
  ['admin_invites_page'],
  ['admin_settings_page'],
  ['admin_pick', { p_kind: 'member', p_query: 'm_00' }],
  ['admin_pick', { p_kind: 'star', p_query: 'mandy' }],
  ['admin_import_keys'],
]

/** Milliseconds of one call as the admin, in a separate transaction like a request. */
async function once(engine: Engine, [rpc, args = {}]: Call): Promise<number> {
  const names = Object.keys(args)
  const sql = `select public.${rpc}(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')})`
  const began = performance.now()
  await asCaller(engine, signedInClaims(admin), (session) => session.query(sql, Object.values(args)))
  return performance.now() - began
}

/** Prints first call and median of five of every list, and fails when one exceeds the limit. */
async function timeLists(engine: Engine): Promise<void> {
  const missed: string[] = []
  console.info('| list | first ms | median ms |\n|---|---|---|')
  for (const call of calls) {
    const first = await once(engine, call)
    const runs: number[] = []
    for (let run = 0; run < 5; run++) runs.push(await once(engine, call))
    const median = runs.sort((a, b) => a - b)[2] ?? 0
    const name = `${call[0]}(${Object.values(call[1] ?? {}).join(', ')})`
    console.info(`| \`${name}\` | ${first.toFixed(0)} | ${median.toFixed(0)} |`)
    if (median > mostMs) missed.push(`${name}: ${median.toFixed(0)} ms`)
  }
  if (missed.length > 0) throw new Error(`over ${mostMs} ms:\n${missed.join('\n')}`)
}

/**
 * `npm run bench -- admin`: fills the large data set on a new PostgreSQL and times the lists of the admin
 * area.
 */
export async function benchAdmin(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const engine = await fill(postgres.url, 'bench_large', large)
    await timeLists(engine).finally(() => engine.close())
  } finally {
    postgres.stop()
  }
}
