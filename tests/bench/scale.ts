import type { Engine, Session } from '@hot/embedded/database/engine'
import { asCaller, type Claims } from '@hot/embedded/database/transaction'
import { startPostgres } from '../../scripts/suites/throwaway-postgres.ts'
import { fill, large, small } from './fill.ts'
import { member, type Query, queries, type Samples } from './queries.ts'
import { signedInClaims } from './signed-in.ts'

/** A query that reads more rows is not a lookup. Formats and seasons do not grow with the community. */
const growing =
  /^(stars|star_\w+|\w+_votes|community_posts|post_\w+|poll_options|comments|comment_\w+|karma_events|notifications|notification_\w+|profiles|public_profiles|tagged_posts|name_words|near_words|member_\w+)$/
const mostScanned = 1_000
const mostRatio = 1.5
/** Below this, a ratio only compares single pages of an index. */
const fewBuffers = 400

type Measure = { buffers: number; ms: number; scanned: string[] }

/** The parts of EXPLAIN's JSON that are read. */
type Explained = [{ Plan: Record<string, unknown>; 'Execution Time': number }]

const claimsOf = ({ as }: Query): Claims => (as === 'guest' ? { role: 'anon' } : signedInClaims(member))

async function samplesOf(engine: Engine): Promise<Samples> {
  const { rows } = await engine.session((session) =>
    session.query(`select (select id::text from public.community_posts where type = 'discussion' order by comments_count desc limit 1) as discussion,
      (select c.id::text from public.comments c join public.community_posts p on p.id = c.post_id where c.parent_id is not null and p.status = 'approved' order by c.id limit 1) as comment,
      array(select id::text from public.community_posts where status = 'approved' order by last_activity_at desc limit 24) as posts, n.*
      from (select day::text, slug, type from public.community_posts where status = 'approved' order by created_at desc offset 50 limit 1) n`),
  )
  return rows[0] as Samples
}

/** Rows read by sequential scans of growing tables, as counted for this session so far. */
async function scannedRows(session: Session): Promise<Map<string, number>> {
  const { rows } = await session.query(
    'select relname, seq_tup_read from pg_stat_xact_user_tables where seq_tup_read > 0',
  )
  return new Map(rows.map(({ relname, seq_tup_read }) => [String(relname), Number(seq_tup_read)]))
}

async function once(engine: Engine, query: Query): Promise<Measure> {
  const names = Object.keys(query.args)
  const call = `select public.${query.rpc}(${names.map((name, at) => `${name} => $${at + 1}`).join(', ')})`
  return asCaller(engine, claimsOf(query), async (session) => {
    const before = await scannedRows(session)
    const explain = `explain (analyze, buffers, timing off, format json) ${call}`
    const { rows } = await session.query(explain, Object.values(query.args))
    const [{ Plan: plan, 'Execution Time': ms }] = (rows as [{ 'QUERY PLAN': Explained }])[0]['QUERY PLAN']
    const after = [...(await scannedRows(session))].filter(
      ([name, read]) => read - (before.get(name) ?? 0) > mostScanned,
    )
    const scanned = after.map(([name]) => name).filter((name) => growing.test(name))
    return { buffers: Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']), ms, scanned }
  })
}

/** The median of five; six runs before them fill the caches and let PostgreSQL settle on its plans. */
async function measure(engine: Engine, query: Query): Promise<Measure> {
  for (let run = 0; run < 6; run++) await once(engine, query)
  const runs: Measure[] = []
  for (let run = 0; run < 5; run++) runs.push(await once(engine, query))
  return runs.sort((a, b) => a.ms - b.ms)[2] as Measure
}

/** Why a query does not scale, or an empty text. */
function complaint(little: Measure, much: Measure): string {
  if (much.scanned.length > 0) return `scans ${much.scanned.join(', ')}`
  const grows = much.buffers > fewBuffers && much.buffers > mostRatio * little.buffers
  return grows ? `${(much.buffers / little.buffers).toFixed(1)}× the buffers` : ''
}

const nameOf = ({ rpc, args, as }: Query) => {
  const told = Object.values(args).map((value) =>
    Array.isArray(value) ? `${value.length} ids` : String(value).slice(0, 24),
  )
  return `${rpc}(${told.join(', ')})${as === 'member' ? ' as member' : ''}`
}

/** Measures every query on both sets, prints the table of docs/performance.md, and fails when one exceeds the limit. */
async function compare(less: Engine, more: Engine): Promise<void> {
  const lists = [queries(await samplesOf(less)), queries(await samplesOf(more))] as const
  const missed: string[] = []
  console.info(
    '| query | buffers small | buffers large | ratio | ms small | ms large | |\n|---|---|---|---|---|---|---|',
  )
  for (const [at, query] of lists[1].entries()) {
    const little = await measure(less, lists[0][at] ?? query)
    const much = await measure(more, query)
    const why = complaint(little, much)
    if (why) missed.push(`${nameOf(query)}: ${why}`)
    const cells = [
      little.buffers,
      much.buffers,
      (much.buffers / little.buffers).toFixed(2),
      little.ms.toFixed(1),
      much.ms.toFixed(1),
      why,
    ]
    console.info(`| \`${nameOf(query)}\` | ${cells.join(' | ')} |`)
  }
  if (missed.length > 0) throw new Error(`misses the bar:\n${missed.join('\n')}`)
}

/** `npm run bench -- scale`: fills both sets on a new PostgreSQL (takes a while) and compares every page's queries. */
export async function benchScale(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const less = await fill(postgres.url, 'bench_small', small)
    const more = await fill(postgres.url, 'bench_large', large)
    await compare(less, more).finally(() => Promise.all([less.close(), more.close()]))
  } finally {
    postgres.stop()
  }
}
