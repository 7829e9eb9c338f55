/**
 * Writes of members on PostgreSQL, by pgbench: rate, latency, statements and WAL of each, with one client and with
 * fifty. BENCH_SIZE=large fills the large set; BENCH_FSYNC_MS=8 makes each sync slower; BENCH_SECONDS is how long each
 * is measured; BENCH_WRITES picks some by their names' beginning; BENCH_CHECKOUT is another checkout to compare with.
 */
import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Engine } from '@hot/embedded/database/engine'
import { openPostgres } from '@hot/embedded/database/postgres'
import { OURS } from '@hot/embedded/platform/platform'
import { type PostgresServer, startPostgres } from '../../../scripts/suites/throwaway-postgres.ts'
import { fill, large, type Size, small } from '../fill.ts'
import { slowSync } from './slow-sync.ts'
import { type WriteScript, writeScripts } from './write-scripts.ts'

const CLIENTS = [1, 50] as const
/** Writes by one client whose statements are counted. */
const COUNTED = 40

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const settings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=none',
  'wal_sync_method=fdatasync',
  'shared_buffers=512MB',
  // Images of whole pages depend on when the last checkpoint was, not on the write.
  'full_page_writes=off',
  // No checkpoint in between: it would slow down whichever write it meets.
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
]

/** One database: the schema and the triggers of realtime of one checkout. */
type Subject = { label: string; database: string; engine: Engine }

function subjectOf(url: string, label: string): Subject {
  const address = new URL(url)
  address.pathname = `/bench_${label}`
  return { label, database: `bench_${label}`, engine: openPostgres(address.href, () => {}) }
}

async function prepare(url: string, database: string, checkout: string, size: Size): Promise<void> {
  const engine = await fill(url, database, size, checkout)
  const triggers = path.resolve(checkout, 'packages/embedded/src/realtime/triggers.ts')
  const { installTriggers } = (await import(
    pathToFileURL(triggers).href
  )) as typeof import('@hot/embedded/realtime/triggers')
  await installTriggers(engine, OURS.owner, OURS.hosted)
  await engine.session((session) => session.exec('create extension pg_stat_statements with schema bench; checkpoint'))
  await engine.close()
}

const run = promisify(execFile)

/** `ended`: clients whose write was refused, which do not go on; a statement that takes eight seconds is. */
type Measured = { rate: number; p50: number; p99: number; ended: number }

/** pgbench fails when a client has failed, and says why on stderr. */
async function stderrOf(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  try {
    return (await run(program, args, options)).stderr
  } catch (error) {
    if (error instanceof Error && 'stderr' in error && error.message) return String(error.stderr)
    throw error
  }
}

/** The latencies of a run, and how long it took, from pgbench's logs: a line for each transaction. */
function readLogs(folder: string): Omit<Measured, 'ended'> {
  const logs = fs.readdirSync(folder).filter((name) => name.startsWith('log'))
  const lines = logs.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
  const fields = lines.filter(Boolean).map((line) => line.split(' ').map(Number))
  const latencies = fields.map(([, , micros = 0]) => micros / 1_000).sort((a, b) => a - b)
  const ends = fields.map(([, , , , second = 0, micros = 0]) => second + micros / 1e6)
  const began = Math.min(...fields.map(([, , micros = 0], at) => (ends[at] ?? 0) - micros / 1e6))
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { rate: fields.length / (Math.max(...ends) - began), p50: at(0.5), p99: at(0.99) }
}

/** Runs a script with pgbench. Fails when every client was refused. */
async function pgbench(
  postgres: PostgresServer,
  { database }: Subject,
  { sql }: WriteScript,
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-pgbench-'))
  try {
    const script = path.join(folder, 'script.sql')
    fs.writeFileSync(script, sql)
    const { port, hostname, username } = new URL(postgres.url)
    const args = ['-h', hostname, '-p', port, '-U', username, '-n', '-l', '--log-prefix=log', '-f', script, ...options]
    const program = path.join(postgres.bin, 'pgbench')
    const said = await stderrOf(program, [...args, database], { cwd: folder, env: { ...process.env, ...env } })
    const ended = said.match(/client \d+ .*aborted/g)?.length ?? 0
    const measured = readLogs(folder)
    if (Number.isNaN(measured.rate)) throw new Error(said.slice(0, 2_000))
    return { ...measured, ended }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function one(engine: Engine, sql: string): Promise<Record<string, unknown>> {
  const { rows } = await engine.session((session) => session.query(sql))
  return rows[0] ?? {}
}

/** Statements of a write that a client sends, and those that functions and triggers run; bytes of WAL. */
async function cost(postgres: PostgresServer, subject: Subject, script: WriteScript): Promise<string> {
  await one(subject.engine, 'select bench.pg_stat_statements_reset()')
  const { lsn } = await one(subject.engine, 'select pg_current_wal_insert_lsn()::text as lsn')
  const track = { PGOPTIONS: '-c pg_stat_statements.track=all' }
  await pgbench(postgres, subject, script, ['-c', '1', '-t', String(COUNTED)], track)
  const { sent, nested, bytes } = await one(
    subject.engine,
    `select sum(calls) filter (where toplevel) as sent, sum(calls) filter (where not toplevel) as nested,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '${lsn}') as bytes
    from bench.pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
  )
  const each = (value: unknown) => Math.round(Number(value) / COUNTED)
  return `${each(sent)} + ${each(nested)} | ${(Number(bytes) / COUNTED / 1_000).toFixed(1)} kB`
}

async function measure(postgres: PostgresServer, subjects: readonly Subject[], scripts: readonly WriteScript[]) {
  console.info(
    '| write | schema | clients | a second | p50 | p99 | statements | WAL |\n|---|---|---|---|---|---|---|---|',
  )
  for (const script of scripts)
    for (const clients of CLIENTS)
      for (const subject of subjects) {
        const costs = clients === 1 ? await cost(postgres, subject, script) : ' | '
        const options = ['-c', String(clients), '-T', String(seconds)]
        const { rate, p50, p99, ended } = await pgbench(postgres, subject, script, options)
        const cells = [
          script.name,
          subject.label,
          clients,
          Math.round(rate),
          `${p50.toFixed(1)} ms`,
          `${p99.toFixed(1)} ms`,
        ]
        console.info(`| ${cells.join(' | ')} | ${costs} |${ended ? ` ${ended} clients were refused` : ''}`)
      }
}

function sizeOf(wanted: string): Size {
  if (wanted === 'large') return large
  if (wanted === 'small') return small
  throw new Error('BENCH_SIZE is large or small')
}

/** `npm run bench -- writes`. */
export async function benchWrites(): Promise<void> {
  const size = sizeOf(process.env.BENCH_SIZE ?? 'small')
  const wanted = process.env.BENCH_WRITES?.split(',') ?? ['']
  const scripts = writeScripts(size).filter(({ name }) => wanted.some((begin) => name.startsWith(begin)))
  const sync = slowSync(Number(process.env.BENCH_FSYNC_MS ?? 0))
  const postgres = await startPostgres()
  try {
    const checkouts = [
      ...(process.env.BENCH_CHECKOUT ? [{ label: 'before', checkout: process.env.BENCH_CHECKOUT }] : []),
      { label: 'here', checkout: '.' },
    ]
    for (const { label, checkout } of checkouts) await prepare(postgres.url, `bench_${label}`, checkout, size)
    postgres.restart(settings, sync.env)
    const subjects = checkouts.map(({ label }) => subjectOf(postgres.url, label))
    const version = execFileSync(path.join(postgres.bin, 'pgbench'), ['--version'], { encoding: 'utf8' }).trim()
    console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}, ${version}; ${sync.told}`)
    await measure(postgres, subjects, scripts)
    await Promise.all(subjects.map(({ engine }) => engine.close()))
  } finally {
    postgres.stop()
    sync.remove()
  }
}
