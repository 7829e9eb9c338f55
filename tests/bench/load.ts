/** Cached and uncached pages per second, latencies, CPU per page, memory after load. */
import fs from 'node:fs'
import os from 'node:os'
import { benchCachedPage } from './cached-pages.ts'
import { cpuSeconds } from './cpu.ts'
import type { BenchServer } from './server.ts'
import { benchUncachedPages } from './uncached-pages.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const pages = ['/', '/stars', '/formate', '/kalender', '/trashtalk']

const residentMegabytes = (pid: number): number => {
  const line = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

export async function benchLoad({ url, pid }: BenchServer): Promise<void> {
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  for (const page of pages) {
    const { perSecond, p99Ms, errors, tool } = await benchCachedPage(url + page, seconds)
    console.info(
      `cached   ${page.padEnd(11)} ${Math.round(perSecond)} req/s  p99 ${p99Ms.toFixed(2)} ms  errors ${errors}  (${tool})`,
    )
  }
  await benchUncachedPages(url, 100, seconds) // the first hundreds warm up the JIT compiler
  const before = cpuSeconds(pid)
  const { requests, p50Ms, p99Ms, slowestMs, errors } = await benchUncachedPages(url, 100, seconds)
  const cpuMs = ((cpuSeconds(pid) - before) / requests) * 1000
  console.info(
    `uncached /stars?q=   ${Math.round(requests / seconds)} req/s  p50 ${p50Ms.toFixed(0)} ms  p99 ${p99Ms.toFixed(0)} ms  ` +
      `slowest ${slowestMs.toFixed(0)} ms  CPU ${cpuMs.toFixed(1)} ms a page  errors ${errors}`,
  )
  console.info(`memory after load ${residentMegabytes(pid)} MB`)
}
