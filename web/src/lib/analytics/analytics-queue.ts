import type { AnalyticsEvent } from '@hot/domain/analytics/events'
import {
  analyticsBatchSize,
  analyticsBodyBytes,
  analyticsIdleMs,
  analyticsQueueLimit,
} from '@hot/domain/analytics/events'
import type { Clock } from '#web/platform/device/clock.ts'

/**
 * Events of one person, sent in one request. A batch is never split or merged, so the server has all of it or nothing.
 * When too much is queued, it is shortened.
 * @package
 */
export type Batch = AnalyticsEvent[]
/**
 * `lost`: it is unknown whether the batch arrived, so it is sent again. `done`: delivered, or permanently refused.
 * @package
 */
export type Delivery = 'done' | 'lost'

type Dependencies = {
  clock: Clock
  /** Sends one batch; never rejects. */
  send(batch: Batch): Promise<Delivery>
}

const bytesOf = (event: AnalyticsEvent) => new TextEncoder().encode(JSON.stringify(event)).length + 1

/** Starts a new batch when the person changes or a request would exceed the limit of events or bytes. */
function batchesOf(events: readonly AnalyticsEvent[]): Batch[] {
  const batches: Batch[] = []
  let bytes = 0
  for (const event of events) {
    const batch = batches.at(-1)
    const size = bytesOf(event)
    const fits = batch && batch.length < analyticsBatchSize && bytes + size <= analyticsBodyBytes
    if (fits && batch[0]?.user_id === event.user_id) {
      batch.push(event)
      bytes += size
      continue
    }
    batches.push([event])
    bytes = size
  }
  return batches
}

/**
 * Collects events in memory and sends them in batches.
 * @package
 */
export function createAnalyticsQueue({ clock, send }: Dependencies) {
  let open: AnalyticsEvent[] = []
  /** Batches that were sent but got no answer. */
  let lost: Batch[] = []
  let era = 0
  let stopClock = () => {}

  function dropOldest(): void {
    let surplus = open.length + lost.reduce((sum, batch) => sum + batch.length, 0) - analyticsQueueLimit
    // A shortened batch is safe: its original arrived completely or not at all.
    for (; surplus > 0; surplus -= 1) {
      const oldest = lost[0]
      if (!oldest) open.shift()
      else if (oldest.length > 1) oldest.shift()
      else lost.shift()
    }
  }

  async function deliver(batch: Batch): Promise<void> {
    const sentIn = era
    const outcome = await send(batch)
    if (outcome === 'done' || sentIn !== era) return
    lost.push(batch)
    dropOldest()
  }

  function flush(): void {
    stopClock()
    const batches = [...lost, ...batchesOf(open)]
    lost = []
    open = []
    for (const batch of batches) void deliver(batch)
  }

  return {
    add(event: AnalyticsEvent): void {
      open.push(event)
      dropOldest()
      stopClock()
      if (open.length >= analyticsBatchSize) flush()
      else stopClock = clock.after(analyticsIdleMs, flush)
    },
    /** Sends everything queued, including lost batches. */
    flush,
    /** Discards everything. A batch in flight that gets lost is not queued again. */
    clear(): void {
      stopClock()
      era += 1
      open = []
      lost = []
    },
  }
}
