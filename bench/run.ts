/**
 * `npm run bench`: starts the built app on a fresh demo directory and prints what quality.md asks of the server:
 * cached and uncached pages a second, latencies, CPU for a page, memory after load. A report, never a test:
 * the figures depend on the machine and on what else runs there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'

const port = Number(process.env.PORT ?? 4790)
const url = `http://127.0.0.1:${port}`
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const pages = ['/', '/stars', '/formate', '/kalender', '/trashtalk']
const ticksPerSecond = 100

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-bench-'))

function start(): ChildProcess {
  const flags = ['--max-old-space-size=320', '--max-semi-space-size=8', 'start.ts']
  return spawn(path.resolve('node_modules/.bin/node'), flags, {
    env: { ...process.env, PORT: String(port), HOT_DATA_DIR: dataDir, HOT_DEMO: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function healthy(): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not get healthy')
}

/** CPU seconds that the process has used, from the kernel's own accounting. */
function cpuSeconds(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

const residentMegabytes = (pid: number): number => {
  const line = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

async function cached(page: string) {
  await fetch(url + page)
  return autocannon({ url: url + page, connections: 10, duration: seconds, headers: { 'accept-encoding': 'br' } })
}

/** A search term of its own for every request: such pages are rendered, never cached. */
async function uncached() {
  let turn = 0
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

const server = start()
const pid = server.pid ?? 0
try {
  await healthy()
  console.info(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} before`)
  for (const page of pages) {
    const result = await cached(page)
    console.info(
      `cached   ${page.padEnd(11)} ${Math.round(result.requests.average)} req/s  p50 ${result.latency.p50} ms  p99 ${result.latency.p99} ms  errors ${result.errors + result.non2xx}`,
    )
  }
  const before = cpuSeconds(pid)
  const result = await uncached()
  const cpu = ((cpuSeconds(pid) - before) / result.requests.total) * 1000
  console.info(
    `uncached /stars?q=   ${Math.round(result.requests.average)} req/s  p50 ${result.latency.p50} ms  p99 ${result.latency.p99} ms  CPU ${cpu.toFixed(1)} ms a page  errors ${result.errors + result.non2xx}`,
  )
  console.info(`memory after load ${residentMegabytes(pid)} MB`)
} finally {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  fs.rmSync(dataDir, { recursive: true, force: true })
}
