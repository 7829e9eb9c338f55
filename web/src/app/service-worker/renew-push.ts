import { addPushDevice, isPushDevice, removePushDevice } from '#web/entities/notification/api.ts'
import { pushSetup } from '#web/lib/api/config/runtime-config.ts'
import { isMember } from '#web/lib/auth/viewer/is-member.ts'
import { devicePush, outdatedBrowser } from '#web/platform/push/push.ts'

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
