/** Cached and uncached pages a second, latencies, CPU for a page, memory after load. */
import fs from 'node:fs'
import os from 'node:os'
import autocannon from 'autocannon'
import { benchCachedPage } from './cached-pages.ts'
import { cpuSeconds } from './cpu.ts'
import type { BenchServer } from './server.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const pages = ['/', '/stars', '/formate', '/kalender', '/trashtalk']

const residentMegabytes = (pid: number): number => {
  const line = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

/** A search term of its own for every request: such pages are rendered, never cached. */
let turn = 0

async function uncached(url: string) {
  return autocannon({
    url,
    connections: 20,
    overallRate: 100,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          turn += 1
          return { ...request, path: `/stars?q=a${turn.toString(36)}` }
        },
      },
    ],
  })
}

const figures = ({ requests, latency, errors, non2xx }: autocannon.Result, more = '') =>
  `${Math.round(requests.average)} req/s  p50 ${latency.p50} ms  p99 ${latency.p99} ms  ${more}errors ${errors + non2xx}`

export async function benchLoad({ url, pid }: BenchServer): Promise<void> {
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  for (const page of pages) {
    const { perSecond, p99Ms, errors, tool } = await benchCachedPage(url + page, seconds)
    console.info(
      `cached   ${page.padEnd(11)} ${Math.round(perSecond)} req/s  p99 ${p99Ms} ms  errors ${errors}  (${tool})`,
    )
  }
  await uncached(url) // the first hundreds are the compiler's
  const before = cpuSeconds(pid)
  const result = await uncached(url)
  const cpu = ((cpuSeconds(pid) - before) / result.requests.total) * 1000
  console.info(`uncached /stars?q=   ${figures(result, `CPU ${cpu.toFixed(1)} ms a page  `)}`)
  console.info(`memory after load ${residentMegabytes(pid)} MB`)
}
