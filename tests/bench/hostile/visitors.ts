/** Other visitors during an attack: their latencies and answers. */
import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds of every request; one that is not answered by 200 counts as failed. */
type Waits = { ms: number[]; failed: number }

type Kind = { everyMs: number; path: (turn: number) => string }

/** `mostMs`: limit for 99 of 100 requests. */
export const kinds = {
  '/health': { everyMs: 100, path: () => '/health', mostMs: 150 },
  'cached page': { everyMs: 100, path: () => '/', mostMs: 100 },
  'uncached page': { everyMs: 500, path: (turn: number) => `/stars?q=v${turn.toString(36)}`, mostMs: 1_000 },
} as const satisfies Record<string, Kind & { mostMs: number }>

export type KindName = keyof typeof kinds

/** People come from networks of their own; an IPv4 address is one. */
const homes = Array.from({ length: 20 }, (_, at) => `127.0.2.${at + 1}`)

const timeoutMs = 30_000

function get(url: string, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, timeout: timeoutMs }, (response) =>
      response.on('end', () => resolve(response.statusCode === 200)).resume(),
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

/** Requests are due at fixed times, whether or not earlier ones were answered; latency counts from then. */
async function visit(url: string, { everyMs, path }: Kind, seconds: number): Promise<Waits> {
  const agents = homes.map((localAddress) => new http.Agent({ keepAlive: true, localAddress }))
  const agentOf = (turn: number) => agents[turn % agents.length] ?? http.globalAgent
  const waits: Waits = { ms: [], failed: 0 }
  const begin = performance.now()
  const visits = Array.from({ length: Math.floor((seconds * 1_000) / everyMs) }, async (_, turn) => {
    const due = begin + turn * everyMs
    await pause(Math.max(0, due - performance.now()))
    if (!(await get(url + path(turn), agentOf(turn)))) waits.failed += 1
    waits.ms.push(performance.now() - due)
  })
  await Promise.all(visits)
  for (const agent of agents) agent.destroy()
  return waits
}

export type Figures = { p50: number; p99: number; worst: number; failed: number; requests: number }

function figures({ ms, failed }: Waits): Figures {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), worst: at(1), failed, requests: ms.length }
}

/** Visits all kinds of pages at once for some seconds. */
export async function visitAll(url: string, seconds: number): Promise<Record<KindName, Figures>> {
  const names = Object.keys(kinds) as KindName[]
  const all = await Promise.all(names.map(async (name) => [name, figures(await visit(url, kinds[name], seconds))]))
  return Object.fromEntries(all)
}
