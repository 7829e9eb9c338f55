/**
 * CPU of full pages that are rendered for one visitor, by thread, and how many of them a second. BENCH_CHECKOUT: another
 * built checkout, measured in turn with this one, because a shared machine changes its speed within minutes.
 */
import { cpuSeconds, threadCpuSeconds } from './cpu.ts'
import { type RealPage, realPages } from './real-pages.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { benchUncachedRate } from './uncached-pages.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const pagesARound = Number(process.env.BENCH_PAGES ?? 150)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const port = Number(process.env.PORT ?? 4790)

type Side = { name: string; server: BenchServer; pages: readonly RealPage[] }

/** Milliseconds of CPU a page. */
type Cost = { all: number; rendering: number; database: number }

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function openSide(name: string, at: number, checkout?: string): Promise<Side> {
  const server = await startBenchServer({ port: at, checkout, script: `${import.meta.dirname}/uncached-server.ts` })
  return { name, server, pages: await realPages(server.url, '/trashtalk') }
}

function spent({ server: { pid } }: Side): Cost {
  return {
    all: cpuSeconds(pid) * 1000,
    rendering: threadCpuSeconds(pid, pid) * 1000,
    database: threadCpuSeconds(pid, 'database') * 1000,
  }
}

/** One after the other: what waits costs nothing, and the collector runs as it does under load. */
async function costOf(side: Side, page: RealPage, count: number): Promise<Cost> {
  const before = spent(side)
  for (let at = 0; at < count; at++) {
    const answer = await fetch(side.server.url + page.path(), { headers: { 'accept-encoding': 'identity' } })
    if (!answer.ok) throw new Error(`${page.name}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  const after = spent(side)
  const each = (what: keyof Cost) => (after[what] - before[what]) / count
  return { all: each('all'), rendering: each('rendering'), database: each('database') }
}

async function reportCost(sides: readonly Side[], at: number): Promise<void> {
  const costs = new Map<Side, Cost[]>(sides.map((side) => [side, []]))
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const page = side.pages[at] as RealPage
      const cost = await costOf(side, page, pagesARound)
      if (round > 0) costs.get(side)?.push(cost) // the first warms up the JIT compiler
    }
  for (const [side, all] of costs) {
    const [total, rendering, database] = (['all', 'rendering', 'database'] as const).map((what) =>
      median(all.map((cost) => cost[what])),
    ) as [number, number, number]
    console.info(
      `${side.pages[at]?.name.padEnd(14)} ${side.name.padEnd(6)} CPU ${total.toFixed(1)} ms: rendering ${rendering.toFixed(1)}, ` +
        `database ${database.toFixed(1)}, rest ${(total - rendering - database).toFixed(1)}`,
    )
  }
}

async function reportRate(sides: readonly Side[]): Promise<void> {
  const rates = new Map<Side, number[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < 3; round++)
    for (const side of sides) {
      let turn = 0
      const path = () => (side.pages[turn++ % side.pages.length] as RealPage).path()
      const { perSecond, errors } = await benchUncachedRate(side.server.url, 10, seconds, path)
      if (errors > 0) throw new Error(`${errors} pages failed`)
      rates.get(side)?.push(perSecond)
    }
  for (const [side, all] of rates)
    console.info(`in turn, 10 connections  ${side.name.padEnd(6)} ${median(all).toFixed(0)} pages a second`)
}

/** `npm run bench -- pages` */
export async function benchPages(): Promise<void> {
  const other = process.env.BENCH_CHECKOUT
  const sides = [await openSide('here', port, process.cwd())]
  try {
    if (other) sides.push(await openSide('other', port + 1, other))
    for (const at of sides[0]?.pages.keys() ?? []) await reportCost(sides, at)
    await reportRate(sides)
  } finally {
    for (const { server } of sides) await server.stop()
  }
}
