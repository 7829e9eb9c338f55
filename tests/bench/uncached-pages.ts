/**
 * Pages that are rendered for one visitor, requested at random moments as by independent visitors: a slow answer does
 * not delay the next request. autocannon's rate option would send a second's requests together and wait for their
 * answers.
 */
import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { demoRandom } from '../../server/demo/demo-rows.ts'

export type OpenLoadFigures = { requests: number; p50Ms: number; p99Ms: number; slowestMs: number; errors: number }

function failed(url: string, agent: http.Agent): Promise<boolean> {
  return new Promise((resolve) => {
    http
      .get(url, { agent }, (response) => {
        response.on('end', () => resolve(response.statusCode !== 200)).resume()
      })
      .on('error', () => resolve(true))
  })
}

function quantile(latencies: readonly number[], part: number): number {
  return [...latencies].sort((a, b) => a - b)[Math.floor((latencies.length - 1) * part)] ?? Number.NaN
}

/** When each request is due, in ms: a Poisson process of `perSecond`, the same on every machine. */
function dueTimes(perSecond: number, seconds: number): number[] {
  const random = demoRandom('arrivals')
  const gapMs = () => (-Math.log(1 - random.next()) * 1000) / perSecond
  const times: number[] = []
  for (let at = gapMs(); at < seconds * 1000; at += gapMs()) times.push(at)
  return times
}

/** Latencies count from the moment a request was due, even if it was sent late. */
export async function benchUncachedPages(
  url: string,
  perSecond: number,
  seconds: number,
  nextPath: () => string,
): Promise<OpenLoadFigures> {
  const agent = new http.Agent({ keepAlive: true })
  const latencies: number[] = []
  let errors = 0
  const start = performance.now()
  const sent = dueTimes(perSecond, seconds).map(async (due) => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + due - performance.now())))
    if (await failed(url + nextPath(), agent)) errors += 1
    latencies.push(performance.now() - start - due)
  })
  await Promise.all(sent)
  agent.destroy()
  const [p50Ms, p99Ms, slowestMs] = [0.5, 0.99, 1].map((part) => quantile(latencies, part)) as [number, number, number]
  return { requests: latencies.length, p50Ms, p99Ms, slowestMs, errors }
}

export type ClosedLoadFigures = { perSecond: number; p50Ms: number; p99Ms: number; errors: number }

/** As many as can be had over this many connections, each of which sends its next request after the answer. */
export async function benchUncachedRate(
  url: string,
  connections: number,
  seconds: number,
  nextPath: () => string,
): Promise<ClosedLoadFigures> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let errors = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const client = async () => {
    for (let sent = performance.now(); sent < end; sent = performance.now()) {
      if (await failed(url + nextPath(), agent)) errors += 1
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const perSecond = (latencies.length / (performance.now() - start)) * 1000
  agent.destroy()
  return { perSecond, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99), errors }
}
