import { isOnline, policyNow } from '#web/platform/device/device.ts'
import { isForLater, retryWaitMs } from './retry-rule.ts'

/** Retries a write that is safe to repeat while it gets no answer; rejects with the last error. */
export async function withRetries<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      const wait = retryWaitMs(attempt, error, policyNow())
      if (wait === null || !isOnline()) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** Between two rounds of tries while the server has no room: longer than it asks for, so that others get in too. */
const betweenRoundsMs = 10_000

/** `waits`: called when the server has no room for longer. `isWanted`: asked before it is tried again. */
export type Patience = { waits: () => void; isWanted: () => boolean }

/** The same, and again and again while the server is there but says that it has no room; other failures reject. */
export async function untilTaken<Answer>(write: () => Promise<Answer>, { waits, isWanted }: Patience): Promise<Answer> {
  for (;;) {
    try {
      return await withRetries(write)
    } catch (error) {
      if (!isForLater(error)) throw error
      waits()
      await new Promise((resolve) => setTimeout(resolve, betweenRoundsMs * (1 + Math.random() / 2)))
      if (!isWanted()) throw error
    }
  }
}
