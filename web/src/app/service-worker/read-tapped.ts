import { markNotificationRead } from '#web/entities/notification/api.ts'
import { isMember } from '#web/lib/auth/viewer/is-member.ts'
import type { PageMessage } from '#web/service-worker/worker-messages.ts'
import { askWorker } from './tell-worker.ts'

/** What was tapped in this browser and not marked yet. Rejects with DataError. */
async function readTapped(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const ids = active && (await askWorker<readonly string[]>(active, { kind: 'tapped' }))
  if (ids?.length && (await isMember())) await Promise.all(ids.map(markNotificationRead))
}

/**
 * Marks the notification of a pushed message as read once its tap has opened a page, which the worker, without a session,
 * cannot: at the start of the page, and when it is told that a tap led to it while it was open. Count and lists hear of it as
 * of what is read elsewhere. Returns the unsubscribe function.
 */
export function followTapped(): () => void {
  const { serviceWorker } = navigator
  const read = () => void readTapped().catch(console.warn)
  const told = ({ data }: MessageEvent<unknown>) => {
    if (data === ('tapped' satisfies PageMessage)) read()
  }
  serviceWorker.addEventListener('message', told)
  read()
  return () => serviceWorker.removeEventListener('message', told)
}
