import { trendingFormats } from '@hot/domain/format/trending'
import {
  type CacheTask,
  type CacheTaskName,
  recentSearchesMax,
  searchWarmTerms,
  trendingEntries,
  warmingPriorities,
} from '@hot/domain/network/cache-warming'
import type { QueryClient } from '@tanstack/react-query'
import { statsQuery } from '#web/admin/dashboard/api.ts'
import { formatQuery, formatsQuery } from '#web/entities/format/api.ts'
import { popularQuery, searchQuery } from '#web/features/search/api.ts'
import type { Clock } from '#web/platform/device/clock.ts'

export type CacheJob = CacheTask & { name: string; run(): Promise<unknown> }

type ScheduleDependencies = {
  clock: Clock
  jobs: readonly CacheJob[]
  /** Whether warming is allowed for this page and viewer; checked each time. */
  allowed(): boolean
  /** Called after each job; `error` is null on success. */
  finished(name: string, error: unknown): void
}

/** Interval of checks while warming is not allowed. */
export const recheckMs = 60_000

const rank = ({ priority }: CacheJob) => warmingPriorities.indexOf(priority)

/**
 * Warms the cache by priority and in order of dependencies, one task at a time. A failed task counts as done; a cycle of
 * dependencies stops the run. Periodic refreshes follow the first run.
 */
export function createWarmSchedule({ clock, jobs, allowed, finished }: ScheduleDependencies) {
  const timers = new Set<() => void>()
  let line = Promise.resolve()
  let started = false
  let stopped = false

  function after(ms: number, act: () => void): void {
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      act()
    })
    timers.add(cancel)
  }

  async function run(job: CacheJob): Promise<void> {
    if (stopped || !allowed()) return
    try {
      await job.run()
      finished(job.name, null)
    } catch (error) {
      finished(job.name, error)
    }
  }

  /** Runs all tasks once, one after the other. False on a dependency cycle. */
  async function runAll(): Promise<boolean> {
    const left = jobs.filter(({ first }) => first).sort((a, b) => rank(a) - rank(b))
    const done = new Set<string>()
    while (left.length > 0) {
      const ready = left.find((job) => job.after.every((name) => done.has(name)))
      if (!ready) {
        finished('cycle', new Error(`waiting for one another: ${left.map(({ name }) => name).join(', ')}`))
        return false
      }
      left.splice(left.indexOf(ready), 1)
      await run(ready)
      done.add(ready.name)
    }
    return true
  }

  function repeat(job: CacheJob): void {
    after(job.everyMs, () => {
      line = line.then(() => run(job))
      repeat(job)
    })
  }

  function begin(): void {
    if (!allowed()) {
      after(recheckMs, begin)
      return
    }
    line = line.then(async () => {
      const complete = await runAll()
      if (complete && !stopped) for (const job of jobs) repeat(job)
    })
  }

  return {
    /** Starts once; further calls do nothing. */
    start(): void {
      if (started) return
      started = true
      begin()
    },
    stop(): void {
      stopped = true
      for (const cancel of timers) cancel()
      timers.clear()
    },
  }
}

/** The searches of this visit, latest first. */
function recentSearches(client: QueryClient): string[] {
  const terms = client
    .getQueryCache()
    .findAll({ queryKey: searchQuery('').queryKey.slice(0, -1) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => String(queryKey.at(-1)))
  return terms.filter((term) => searchWarmTerms.every((warm) => warm !== term)).slice(0, recentSearchesMax)
}

/** Refetches active, stale queries whose key begins with one of `firstKeys`. */
const refresh = (client: QueryClient, firstKeys: readonly string[]) =>
  client.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => firstKeys.includes(String(queryKey[0])) },
    { throwOnError: true },
  )

/** The work of each task: reads only, one after the other; fresh data is not refetched. */
export const warmTasks = (client: QueryClient, path: () => string): Record<CacheTaskName, () => Promise<unknown>> => ({
  'core-formats': () => client.fetchQuery({ ...formatsQuery, staleTime: 0 }),
  async trending() {
    const { items } = await client.ensureQueryData(formatsQuery)
    for (const { slug } of trendingFormats(items, trendingEntries(path()))) await client.fetchQuery(formatQuery(slug))
  },
  async search() {
    await client.fetchQuery(popularQuery)
    for (const term of [...searchWarmTerms, ...recentSearches(client)]) await client.fetchQuery(searchQuery(term))
  },
  analytics: () => client.fetchQuery(statsQuery),
  'refresh-meta': () => refresh(client, ['site', 'sign-up-settings']),
  'refresh-profiles': () => refresh(client, ['profiles']),
  'refresh-stars-and-formats': () => refresh(client, ['stars', 'formats', 'charts']),
  clean: async () => client.removeQueries({ type: 'inactive', stale: true, fetchStatus: 'idle' }),
})
