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
  }, 500)
  const waits = await visitAll(server.url, seconds)
  clearInterval(watch)
  const ended = attacker && once(attacker, 'exit')
  attacker?.kill('SIGTERM')
  await ended
  return { answers: (await said).trim(), memory, waits }
}

function report(name: string, { answers, memory, waits }: Outcome): void {
  const parts = (Object.keys(kinds) as KindName[]).map((kind) => {
    const { p50, p99, worst, failed, requests } = waits[kind]
    const felt = p99 > kinds[kind].mostMs || failed > 0 ? ' FELT' : ''
    return `${kind} p50 ${p50} p99 ${p99} worst ${worst} ms, ${failed}/${requests} failed${felt}`
  })
  console.info(`${name.padEnd(20)} ${parts.join(' | ')} | ${memory} MB | answers ${answers || '-'}`)
}

/** Each attack gets a fresh server, so that it does not suffer from the one before. */
async function attack(name: string | undefined, texts: Target['texts']): Promise<void> {
  const postgres = process.env.BENCH_POSTGRES ? await startPostgres() : undefined
  if (postgres) process.env.DATABASE_URL = postgres.url
  const server = await startBenchServer()
  try {
    const target = await targetOf(server, texts)
    await visitAll(server.url, 5) // warms up the JIT compiler
    report(name ?? '(quiet)', await during(name, server, target))
  } finally {
    await server.stop()
    postgres?.stop()
  }
}

export async function benchHostile(): Promise<void> {
  const texts = await guestTexts()
  console.info(`${texts.length} text parameters; ms that others wait`)
  const names = process.env.BENCH_ATTACKS?.split(',') ?? Object.keys(attacks)
  for (const name of [undefined, ...names]) await attack(name, texts)
}
