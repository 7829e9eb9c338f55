import { type CacheTask, warmingPriorities } from '@hot/domain/network/cache-warming'
import type { Clock } from '#web/platform/device/clock.ts'

export type CacheJob = CacheTask & { name: string; run(): Promise<unknown> }

type ScheduleSurroundings = {
  clock: Clock
  jobs: readonly CacheJob[]
  /** Whether this is the place and the person for it; asked each time. */
  allowed(): boolean
  /** After each job; what went wrong, null when it worked. */
  finished(name: string, error: unknown): void
}

/** While warming is not allowed, it is looked again after this long. */
export const lookAgainMs = 60_000

const rank = ({ priority }: CacheJob) => warmingPriorities.indexOf(priority)

/**
 * Warms the cache by priority and after dependencies, one task at a time; failures count as done, a cycle stops the run;
 * periodic refreshes follow the first run.
 */
export function createWarmSchedule({ clock, jobs, allowed, finished }: ScheduleSurroundings) {
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

  /** Everything the first time, one after the other. False when tasks wait for one another. */
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
      after(lookAgainMs, begin)
      return
    }
    line = line.then(async () => {
      const complete = await runAll()
      if (complete && !stopped) for (const job of jobs) repeat(job)
    })
  }

  return {
    /** Once; called again it does nothing. */
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
