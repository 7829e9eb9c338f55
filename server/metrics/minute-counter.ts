import { createHistogram, performance as hooks, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import { isSlow } from '@hot/domain/monitoring/filter'
import type { KindTimes, Minute } from '@hot/domain/monitoring/minute'
import type { Answered } from '../wire/request-log.ts'
import { kindOf } from './request-kinds.ts'
import type { ServerCounts } from './server-counts.ts'

/** In ms: no answer takes longer (`requestTimeout`, and what a lock may hold up). */
const LONGEST = 120_000
/** In ms: how often the event loop is looked at. What is measured contains it. */
const LOOK = 20

/** Times in whole ms, two digits exact: some 20 kB, and a third of a microsecond for each. */
const times = (): RecordableHistogram => createHistogram({ lowest: 1, highest: LONGEST, figures: 2 })

const record = (histogram: RecordableHistogram, ms: number) =>
  histogram.record(Math.min(LONGEST, Math.max(1, Math.round(ms))))

const percentile = (histogram: RecordableHistogram, percent: number) =>
  histogram.count === 0 ? 0 : histogram.percentile(percent)

/** Pages by whether the cache had them: one that is rendered takes ten times as long. Files of the build are `file`. */
const detailedKind = ({ path, page }: Answered): string => {
  const kind = kindOf(path)
  if (kind !== 'page') return kind
  return page === undefined ? 'file' : `page_${page}`
}

/** What the process itself says of a minute. */
export type ProcessState = { loopP99: number; loopMax: number; cpu: number; rss: number }

/** Looks at this process: memory, the CPU it had, and how late it came to its work since the last look. */
export function watchProcess(): () => ProcessState {
  const delays = monitorEventLoopDelay({ resolution: LOOK })
  delays.enable()
  let cpuBefore = process.cpuUsage()
  let before = hooks.now()
  return () => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const now = hooks.now()
    const late = (nanoseconds: number) => Math.max(0, Math.round((delays.count === 0 ? 0 : nanoseconds) / 1e6) - LOOK)
    const state = {
      loopP99: late(delays.percentile(99)),
      // One stall of seconds is one look of some hundreds, which a percentile leaves out.
      loopMax: late(delays.max),
      cpu: Math.round((user + system) / 10 / Math.max(1, now - before)),
      rss: Math.round(process.memoryUsage.rss() / 1e6),
    }
    delays.reset()
    cpuBefore = process.cpuUsage()
    before = now
    return state
  }
}

/** Counts the requests of a minute by status. */
type Statuses = Pick<Minute, 'ok' | 'wrong' | 'failed' | 'refused' | 'slow'>

const noStatuses = (): Statuses => ({ ok: 0, wrong: 0, failed: 0, refused: 0, slow: 0 })

function statusOf(status: number): keyof Statuses {
  if (status === 429 || status === 503) return 'refused'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'wrong' : 'ok'
}

/** What counters that only rise have risen by since the last time. */
function risen(counts: ServerCounts): () => Pick<Minute, 'jobs' | 'jobsFailed' | 'mailsSent' | 'mailsFailed'> {
  const now = () => ({
    jobs: counts.jobs.run,
    jobsFailed: counts.jobs.failed,
    mailsSent: counts.mails.sent,
    mailsFailed: counts.mails.failed,
  })
  let before = now()
  return () => {
    const last = before
    before = now()
    return {
      jobs: before.jobs - last.jobs,
      jobsFailed: before.jobsFailed - last.jobsFailed,
      mailsSent: before.mailsSent - last.mailsSent,
      mailsFailed: before.mailsFailed - last.mailsFailed,
    }
  }
}

/** Times of one sort until they are taken. */
function timesOf(source: ServerCounts['times'][keyof ServerCounts['times']]) {
  const histogram = times()
  let sum = 0
  source.listen((ms) => {
    sum += ms
    record(histogram, ms)
  })
  return () => {
    const taken = {
      count: histogram.count,
      p95: percentile(histogram, 95),
      max: histogram.count === 0 ? 0 : histogram.max,
      sum: Math.round(sum),
    }
    histogram.reset()
    sum = 0
    return taken
  }
}

/** A minute without what others have to be asked for. */
export type CountedMinute = Omit<Minute, 'mailsWaiting' | 'lost'>

/**
 * Adds up what this process does until somebody takes it. `look` and `unlogged` are asked when it is taken.
 */
export function minuteCounter(counts: ServerCounts, look: () => ProcessState, unlogged: () => number) {
  const all = times()
  const kinds = new Map<string, RecordableHistogram>()
  let statuses = noStatuses()
  const statement = timesOf(counts.times.statement)
  const session = timesOf(counts.times.session)
  const delivered = timesOf(counts.times.delivered)
  const rise = risen(counts)

  function takeKinds(): Record<string, KindTimes> {
    const taken: Record<string, KindTimes> = {}
    for (const [kind, histogram] of kinds) {
      if (histogram.count > 0)
        taken[kind] = { n: histogram.count, p50: percentile(histogram, 50), p95: percentile(histogram, 95) }
      histogram.reset()
    }
    return taken
  }

  return {
    /** One answer. */
    answered: (answer: Answered): void => {
      const kind = detailedKind(answer)
      const histogram = kinds.get(kind) ?? times()
      kinds.set(kind, histogram)
      record(histogram, answer.ms)
      record(all, answer.ms)
      statuses[statusOf(answer.status)] += 1
      if (isSlow('apiCall', answer.ms)) statuses.slow += 1
    },
    /** What was counted since the last time. */
    take: (): CountedMinute => {
      const asked = statement()
      const waited = session()
      const sent = delivered()
      const minute = {
        ...{ requests: all.count, p50: percentile(all, 50), p95: percentile(all, 95) },
        ...statuses,
        unlogged: unlogged(),
        queue: counts.rendersWaitingMost,
        ...{ statements: asked.count, databaseMs: asked.sum, statementP95: asked.p95, statementMax: asked.max },
        ...{ sessionP95: waited.p95, sessionMax: waited.max },
        ...{ sockets: counts.sockets, live: sent.count, liveP95: sent.p95 },
        ...rise(),
        ...look(),
        kinds: takeKinds(),
      }
      all.reset()
      statuses = noStatuses()
      counts.rendersWaitingMost = counts.rendersWaiting
      return minute
    },
  }
}

export type MinuteCounter = ReturnType<typeof minuteCounter>
