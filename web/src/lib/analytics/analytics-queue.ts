import type { AnalyticsEvent } from '@hot/domain/analytics/events'
import {
  analyticsBatchSize,
  analyticsBodyBytes,
  analyticsIdleMs,
  analyticsQueueLimit,
} from '@hot/domain/analytics/events'
import type { Clock } from '#web/platform/device/clock.ts'

/**
 * Events of one person, sent in one request and never split or mixed again: the server has all of them or none.
 * @package
 */
export type Batch = AnalyticsEvent[]
/**
 * `lost`: nobody knows whether it arrived, so the same batch goes out again. `done`: delivered, or refused for good.
 * @package
 */
export type Delivery = 'done' | 'lost'

type Surroundings = {
  clock: Clock
  /** Sends one batch; never rejects. */
  send(batch: Batch): Promise<Delivery>
}

const bytesOf = (event: AnalyticsEvent) => new TextEncoder().encode(JSON.stringify(event)).length + 1

/** Cuts where the person changes, or the number or the size of a request would be exceeded. */
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
 * Collects events and sends them in batches. In memory only.
 * @package
 */
export function createAnalyticsQueue({ clock, send }: Surroundings) {
  let open: AnalyticsEvent[] = []
  /** Sent before, without an answer. */
  let lost: Batch[] = []
  let era = 0
  let stopClock = () => {}

  function dropOldest(): void {
    let surplus = open.length + lost.reduce((sum, batch) => sum + batch.length, 0) - analyticsQueueLimit
    // What is left of a batch still arrived as a whole or not at all.
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
    /** Sends all there is, also what was lost before. */
    flush,
    /** Forgets everything; what is on its way and gets lost does not come back. */
    clear(): void {
      stopClock()
      era += 1
      open = []
      lost = []
    },
  }
}
