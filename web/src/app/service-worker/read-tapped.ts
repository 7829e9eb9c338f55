import { markNotificationRead } from '#web/entities/notification/api.ts'
import { isMember } from '#web/lib/auth/viewer/is-member.ts'
import type { PageMessage } from '#web/service-worker/worker-messages.ts'
import { askWorker } from './tell-worker.ts'

/** Marks notifications tapped in this browser as read. Rejects with DataError. */
async function readTapped(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const ids = active && (await askWorker<readonly string[]>(active, { kind: 'tapped' }))
  if (ids?.length && (await isMember())) await Promise.all(ids.map(markNotificationRead))
}

/**
 * Marks a tapped push notification as read, which the worker cannot do without a session: at page start,
 * and when the worker reports a tap that focused the open page. Count and lists update as for
 * notifications read elsewhere. Returns the unsubscribe function.
 */
export function followTapped(): () => void {
  const { serviceWorker } = navigator
  const read = () => void readTapped().catch(console.warn)
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === ('tapped' satisfies PageMessage)) read()
  }
  serviceWorker.addEventListener('message', onMessage)
  read()
  return () => serviceWorker.removeEventListener('message', onMessage)
}
