import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the time of an answer went, in ms. Questions that a page asks at once count each with its whole time. */
export type TimeParts = {
  /** Waiting for a turn: to be rendered, or to ask the database. */
  queue: number
  /** Waiting for a session of the database. */
  session: number
  /** Statements, from sending to the answer; with a remote backend its requests. */
  statement: number
  /** Making the page, without what it waited for the database. */
  render: number
}

/** What is known of a request while it is answered. */
export type RequestTimes = TimeParts & {
  /** Whether a page came from the cache; absent for everything else. */
  page?: 'cached' | 'uncached'
  /** `performance.now()` when the answer was ready to be sent. */
  readyAt?: number
}

const noTime = (): TimeParts => ({ queue: 0, session: 0, statement: 0, render: 0 })

const current = new AsyncLocalStorage<RequestTimes>()

/** Runs `work` as a part of this request: what it spends is counted there. */
export const timing = <T>(times: RequestTimes, work: () => T): T => current.run(times, work)

export const newTimes = (): RequestTimes => noTime()

/** The request that is being answered; undefined in the server's own work. */
export const currentTimes = (): RequestTimes | undefined => current.getStore()

/** Adds time to the request that is being answered, if there is one. */
export function spend(part: keyof TimeParts, ms: number): void {
  const times = current.getStore()
  if (times) times[part] += ms
}

/** What it took to make this document: all who waited for it get the same. */
const costs = new WeakMap<object, TimeParts>()

/**
 * Makes a document as a rendering of its own, so that all requests that share it can be told where its time went. `queue`
 * is how long it has waited already.
 */
export async function timedMaking<T extends object>(queue: number, make: () => Promise<T>): Promise<T> {
  const times: TimeParts = { ...noTime(), queue }
  const began = performance.now()
  try {
    const made = await timing(times, make)
    times.render = Math.max(0, performance.now() - began - times.session - times.statement)
    costs.set(made, times)
    return made
  } catch (error) {
    if (error instanceof Error) costs.set(error, times)
    throw error
  }
}

/** Adds what a document, or the error that came instead of it, has cost to the request that waited for it. */
export function addCostOf(made: unknown): void {
  const cost = typeof made === 'object' && made !== null ? costs.get(made) : undefined
  const times = current.getStore()
  if (!cost || !times) return
  for (const part of ['queue', 'session', 'statement', 'render'] as const) times[part] += cost[part]
}
