import { policyNow } from '#web/platform/device/connection.ts'
import { isOnline } from '#web/platform/device/online.ts'
import { retryWaitMs } from './retry-rule.ts'

/**
 * Writes that leave the same however often they arrive, by an id made here or a natural key. All others are sent once: a
 * decision of the team would be logged twice. Votes, reactions and fans are repeated by the toggle queue.
 */
const repeatable: ReadonlySet<string> = new Set([
  'create_post', // its id
  'update_post', // the post, as it shall be
  'delete_own_post',
  'report_content', // the report's id
  'file_appeal', // one for each decision
  'set_nickname', // the member's own row, as it shall be
  'update_own_profile',
  'set_notification_setting', // member and type
  'mark_all_notifications_read',
  'end_session',
  'register_push_device', // the device's id
  'remove_push_device',
])

export const isRepeatable = (rpc: string): boolean => repeatable.has(rpc)

/** Sends a repeatable write again while no answer comes; rejects with the last error. */
export async function persistently<Answer>(write: () => Promise<Answer>): Promise<Answer> {
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
