/** Cached and full uncached pages per second, latencies, CPU per page, memory after load. */
import os from 'node:os'
import { benchCachedPage } from './cached-pages.ts'
import { cpuSeconds, residentMegabytes, threadCpuSeconds } from './cpu.ts'
import { realPages } from './real-pages.ts'
import type { BenchServer } from './server.ts'
import { benchUncachedPages, benchUncachedRate } from './uncached-pages.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
/** Of the full pages of real-pages.ts. */
const perSecond = 60
const pages = ['/', '/stars', '/formate', '/kalender', '/trashtalk']

/** As many uncached pages as 10 connections get, and the CPU of the database's thread (embedded only). */
async function reportRate({ url, pid }: BenchServer, nextPath: () => string): Promise<void> {
  const before = [cpuSeconds(pid), threadCpuSeconds(pid, 'database')] as const
  const { perSecond, p50Ms, p99Ms, errors } = await benchUncachedRate(url, 10, seconds, nextPath)
  const pages = perSecond * seconds
  const all = ((cpuSeconds(pid) - before[0]) / pages) * 1000
  const database = ((threadCpuSeconds(pid, 'database') - before[1]) / pages) * 1000
  console.info(
    `uncached, 10 conns   ${perSecond.toFixed(1)} req/s  p50 ${p50Ms.toFixed(0)} ms  p99 ${p99Ms.toFixed(0)} ms  ` +
      `CPU ${all.toFixed(1)} ms a page, ${database.toFixed(1)} of it in the database's thread  errors ${errors}`,
  )
}

export async function benchLoad(server: BenchServer): Promise<void> {
  const { url, pid } = server
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  for (const page of pages) {
    const { perSecond, p99Ms, errors, tool } = await benchCachedPage(url + page, seconds)
    console.info(
      `cached   ${page.padEnd(11)} ${Math.round(perSecond)} req/s  p99 ${p99Ms.toFixed(2)} ms  errors ${errors}  (${tool})`,
    )
  }
  let turn = 0
  const uncached = await realPages(url)
  const nextPath = () => uncached[turn++ % uncached.length]?.path() ?? '/'
  await benchUncachedPages(url, perSecond, seconds, nextPath) // the first hundreds warm up the JIT compiler
  const before = cpuSeconds(pid)
  const { requests, p50Ms, p99Ms, slowestMs, errors } = await benchUncachedPages(url, perSecond, seconds, nextPath)
  const cpuMs = ((cpuSeconds(pid) - before) / requests) * 1000
  console.info(
    `uncached, in turn    ${Math.round(requests / seconds)} req/s  p50 ${p50Ms.toFixed(0)} ms  p99 ${p99Ms.toFixed(0)} ms  ` +
      `slowest ${slowestMs.toFixed(0)} ms  CPU ${cpuMs.toFixed(1)} ms a page  errors ${errors}`,
  )
  await reportRate(server, nextPath)
  console.info(`memory after load ${residentMegabytes(pid)} MB`)
}
