/**
 * Requests per second for one cached page over 10 connections. Measured with wrk (Debian's package) when it is
 * installed: autocannon parses answers in JavaScript and is itself the limit at about 2,000 pages of 20 kB per
 * second.
 */
import { spawnSync } from 'node:child_process'
import autocannon from 'autocannon'

export type CachedFigures = { tool: 'wrk' | 'autocannon'; perSecond: number; p99Ms: number; errors: number }

const connections = 10
const encoding = 'br'

const asMs = (value: string, unit: string) => Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)

function byWrk(url: string, seconds: number): CachedFigures | undefined {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${encoding}`, url]
  const { error, stdout } = spawnSync('wrk', args, { encoding: 'utf8' })
  if (error) return undefined
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  const broken = [...(/Socket errors: (.*)/.exec(stdout)?.[1] ?? '').matchAll(/\d+/g)].reduce(
    (sum, [n]) => sum + Number(n),
    0,
  )
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  return { tool: 'wrk', perSecond, p99Ms: asMs(p99, unit), errors: refused + broken }
}

async function byAutocannon(url: string, seconds: number): Promise<CachedFigures> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { 'accept-encoding': encoding } })
  const { requests, latency, errors, non2xx } = result
  return { tool: 'autocannon', perSecond: requests.average, p99Ms: latency.p99, errors: errors + non2xx }
}

/** The page is requested twice before, so that it is cached and compressed. */
export async function benchCachedPage(url: string, seconds: number): Promise<CachedFigures> {
  for (const _ of [1, 2]) await (await fetch(url, { headers: { 'accept-encoding': encoding } })).arrayBuffer()
  return byWrk(url, seconds) ?? (await byAutocannon(url, seconds))
}
