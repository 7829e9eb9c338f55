import { isOnline, policyNow } from '#web/platform/device/device.ts'
import { retryWaitMs } from './retry-rule.ts'

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
