import { addPushDevice, isPushDevice, removePushDevice } from '#web/entities/notification/api.ts'
import { pushSetup } from '#web/lib/api/config/runtime-config.ts'
import { isMember } from '#web/lib/auth/viewer/is-member.ts'
import { devicePush, outdatedBrowser } from '#web/platform/push/push.ts'

/**
 * Subscribes a browser anew that subscribed with a former key of the server, which nothing can be sent to any more. Only for
 * the member whose account has it, and without asking: permission was given. Rejects with DataError and the browser's own.
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
