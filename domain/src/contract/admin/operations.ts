import { z } from 'zod'
import { count, instant } from '../parts.ts'

/** Milliseconds, percent or MB, in whole numbers. */
const figure = count

/**
 * What the server was like in a stretch of time: `requests` and times of its worst minute, faults and refusals in all of it. An average
 * would hide the minute that somebody looks for.
 */
const operationsPoint = z.strictObject({
  at: instant,
  requests: count,
  p95: figure,
  failed: count,
  refused: count,
  statement_max: figure,
  session_max: figure,
  sockets: count,
  /** The longest time in which the server did nothing; null: kept by a version that did not measure it. */
  loop_max: figure.nullable(),
  /** Its minute with the slowest answers. */
  worst: instant,
})
export type OperationsPoint = z.infer<typeof operationsPoint>

/** One minute of all processes together (`domain/src/monitoring/minute.ts`): counts in all, times and CPU of the worst. */
const operationsMinute = z.strictObject({
  ...{ at: instant, processes: count, requests: count, p50: figure, p95: figure, ok: count, wrong: count },
  ...{ failed: count, refused: count, slow: count, unlogged: count, lost: count, queue: count },
  ...{ statements: count, database_ms: figure, statement_p95: figure, statement_max: figure },
  ...{ session_p95: figure, session_max: figure, sockets: count, live: count, live_p95: figure },
  ...{ jobs: count, jobs_failed: count, mails_sent: count, mails_failed: count, mails_waiting: count.nullable() },
  ...{ loop_p99: figure, loop_max: figure.nullable(), cpu: figure, rss: figure },
})
export type OperationsMinute = z.infer<typeof operationsMinute>

/** `admin_operations_page(p_hours, p_at)`: points and minutes oldest first; where nothing was kept there is none. */
export const adminOperationsPage = z.strictObject({
  since: instant,
  until: instant,
  step_minutes: z.literal([1, 10, 120]),
  points: z.array(operationsPoint),
  /** From ten minutes before to ten after the picked one; empty without one. */
  around: z.array(operationsMinute).max(21),
  /** Answers of the picked minute by kind of address, with their times in ms. */
  kinds: z.record(z.string(), z.strictObject({ n: count, p50: figure, p95: figure })),
})
export type AdminOperations = z.infer<typeof adminOperationsPage>
