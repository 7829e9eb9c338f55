/**
 * Whether others notice one hostile address: while it sends each attack for BENCH_SECONDS (60 unless set), what they wait
 * for. BENCH_ATTACKS names some of the attacks, separated by commas; BENCH_POSTGRES=1 puts each server on a PostgreSQL of
 * its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../../scripts/suites/throwaway-postgres.ts'
import { openEmbedded } from '../../../server/backend/embedded-backend.ts'
import { usualValue } from '../../../supabase/tests/support/argument-values.ts'
import { callsOf, isTextType } from '../../../supabase/tests/support/calls.ts'
import { residentMegabytes } from '../cpu.ts'
import { type BenchServer, startBenchServer } from '../server.ts'
import { attacks, type Target } from './attacks.ts'
import { type KindName, kinds, visitAll } from './visitors.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 60)

/** Text and JSON parameters of all functions that guests may call, with values that let each get far for the others. */
async function guestTexts(): Promise<Target['texts']> {
  const backend = await openEmbedded({ siteUrl: 'http://127.0.0.1', jobs: false })
  const calls = await callsOf({ platform: async (sql) => ({ rows: await backend.query(sql), affected: 0 }) })
  await backend.close()
  return calls
    .filter(({ guest }) => guest)
    .flatMap(({ name, parameters }) =>
      parameters
        .filter(({ type }) => isTextType(type))
        .map((text) => {
          const others = parameters.filter((other) => other !== text)
          const values = others.map((other) => [other.name, usualValue(name, other.name)])
          return { name, parameter: text.name, others: Object.fromEntries(values) }
        }),
    )
}

async function memberToken(url: string, dataDir: string, key: string): Promise<string> {
  const accounts = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo-accounts.json'), 'utf8')) as {
    email: string
    password: string
    role: string
  }[]
  const member = accounts.find(({ role }) => role === 'user')
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: member?.email, password: member?.password }),
  })
  if (!answer.ok) throw new Error(`the member cannot sign in: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function targetOf({ url, dataDir }: BenchServer, texts: Target['texts']): Promise<Target> {
  const { hostname, port } = new URL(url)
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const member = await memberToken(url, dataDir, publishableKey)
  return { host: hostname, port: Number(port), key: publishableKey, member, texts }
}

type Outcome = { answers: string; memory: number; waits: Awaited<ReturnType<typeof visitAll>> }

async function during(name: string | undefined, server: BenchServer, target: Target): Promise<Outcome> {
  const attacker = name
    ? spawn(process.execPath, ['tests/bench/hostile/attacker.ts', name, JSON.stringify(target)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    : undefined
  const said = attacker ? text(attacker.stdout) : ''
  await pause(1_000)
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(server.pid))
  }, 250)
  const waits = await visitAll(server.url, seconds)
  clearInterval(watch)
  const ended = attacker && once(attacker, 'exit')
  attacker?.kill('SIGTERM')
  await ended
  return { answers: (await said).trim(), memory, waits }
}

/** What the process may occupy (docs/performance.md): with its own database, and on PostgreSQL. */
const mostMegabytes = process.env.BENCH_POSTGRES ? 300 : 650

const names = Object.keys(kinds) as KindName[]
const columns = (cells: readonly string[]) => cells.map((cell, at) => cell.padEnd(at === 0 ? 20 : 16)).join(' ')

function reportHead(): void {
  const what = process.env.BENCH_POSTGRES ? 'PostgreSQL' : 'PGlite'
  console.info(`${what}, ${seconds} s each; ms that others wait: p50 / p99 / worst; ! marks what is felt`)
  console.info(columns(['attack', ...names, 'failed', 'memory', 'answers to the attack']))
}

/** One line of the table. Answers whether everything held. */
function report(name: string, { answers, memory, waits }: Outcome): boolean {
  const felt = names.filter((kind) => waits[kind].p99 > kinds[kind].mostMs)
  const failed = names.reduce((sum, kind) => sum + waits[kind].failed, 0)
  const requests = names.reduce((sum, kind) => sum + waits[kind].requests, 0)
  const cells = names.map((kind) => {
    const { p50, p99, worst } = waits[kind]
    return `${p50} / ${p99} / ${worst}${felt.includes(kind) ? ' !' : ''}`
  })
  const mark = (isFelt: boolean) => (isFelt ? ' !' : '')
  const rest = [`${failed} of ${requests}${mark(failed > 0)}`, `${memory} MB${mark(memory > mostMegabytes)}`]
  console.info(columns([name, ...cells, ...rest, answers || '-']))
  return felt.length === 0 && failed === 0 && memory <= mostMegabytes
}

/** Each attack gets a fresh server, so that it does not suffer from the one before. */
async function attack(name: string | undefined, texts: Target['texts']): Promise<boolean> {
  const postgres = process.env.BENCH_POSTGRES ? await startPostgres() : undefined
  if (postgres) process.env.DATABASE_URL = postgres.url
  const server = await startBenchServer()
  try {
    const target = await targetOf(server, texts)
    await visitAll(server.url, 5) // warms up the JIT compiler
    return report(name ?? '(quiet)', await during(name, server, target))
  } finally {
    await server.stop()
    postgres?.stop()
  }
}

export async function benchHostile(): Promise<void> {
  const texts = await guestTexts()
  const begin = performance.now()
  reportHead()
  const wanted = process.env.BENCH_ATTACKS?.split(',') ?? Object.keys(attacks)
  const missed: string[] = []
  for (const name of [undefined, ...wanted]) if (!(await attack(name, texts))) missed.push(name ?? '(quiet)')
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
  console.info(`${missed.length === 0 ? 'all bars held' : `bars missed by: ${missed.join(', ')}`}; ${minutes} minutes`)
}
