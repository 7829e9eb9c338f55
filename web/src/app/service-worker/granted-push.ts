import { addPushDevice, isPushDevice, markNotificationRead, removePushDevice } from '#web/entities/notification/api.ts'
import { pushSetup } from '#web/lib/api/config/runtime-config.ts'
import { isMember } from '#web/lib/auth/viewer/is-member.ts'
import { devicePush, outdatedBrowser } from '#web/platform/push/push.ts'
import type { PageMessage } from '#web/service-worker/worker-messages.ts'
import { askWorker } from './tell-worker.ts'

// What a page does where push is granted; loaded only there.

/**
 * Renews a subscription made with an old key of the server, which is unusable. Only for the member whose account
 * has it; permission was already given, so there is no prompt. Rejects with DataError or a browser error.
 */
export async function renewPush(): Promise<void> {
  const { webPushKey } = await pushSetup()
  const outdated = webPushKey ? await outdatedBrowser(webPushKey) : null
  if (!webPushKey || !outdated || !(await isMember()) || !(await isPushDevice(outdated))) return
  const device = await (await devicePush({ webPushKey }))?.register()
  if (!device) return
  await addPushDevice(device)
  await removePushDevice(outdated)
}

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
