import type { ApnsEnvironment } from '@hot/domain/notification/push'
import { pushChannel } from '@hot/domain/notification/push'
import type { DeviceStore } from '../storage/device-store.native.ts'
import type { DevicePush, PushDevice } from './push-device.ts'

type Channel = { id: string; name: string; description: string; importance: 4; visibility: 0 }

/** The push service of an app's platform, as its plugin exposes it. */
export type ShellPush = {
  kind: 'ios' | 'android'
  /** On iOS: Apple's push environment, which issues the tokens of this build. */
  environment(): Promise<ApnsEnvironment>
  /** `granted`, `denied`, or `prompt` (on Android after a first denial: `prompt-with-rationale`). */
  permission(): Promise<string>
  askPermission(): Promise<string>
  makeChannel(channel: Channel): Promise<void>
  /** Reports the token to `onToken`, a failure to `onError`. */
  register(): Promise<void>
  unregister(): Promise<void>
  /** Calls back with every token, including renewed ones. Resolves with the cleanup function. */
  onToken(listener: (token: string) => void): Promise<() => void>
  onError(listener: (problem: string) => void): Promise<() => void>
}

/** A token arrives within seconds or not at all (ms). */
const tokenWithinMs = 20_000

/** The notification channel shown in Android's settings; the server sends to its id. */
const channel: Channel = {
  id: pushChannel,
  name: 'Benachrichtigungen',
  description: 'Was du in deinem Account unter Einstellungen angeschaltet hast.',
  // High: shown immediately, as on iOS. Private: the lock screen respects the phone's privacy setting.
  importance: 4,
  visibility: 0,
}

/**
 * The member who enabled push here, and the device's id, which does not change with the token. Stored in the app's
 * preferences.
 */
export type StoredDevice = { id: string; user: string }
export const deviceKey = 'hot_push_device'
/** Set from leaving until a start with a network, or until push is enabled again. */
export const leavingKey = 'hot_push_leaving'

/** The stored device; null if push was never enabled here. */
export async function storedDevice(store: DeviceStore): Promise<StoredDevice | null> {
  try {
    const { id, user } = JSON.parse((await store.get(deviceKey)) ?? '{}')
    return typeof id === 'string' && typeof user === 'string' ? { id, user } : null
  } catch {
    // The entry is damaged: treated as never enabled.
    return null
  }
}

/**
 * The device as registered on the server. The iOS plugin returns tokens in upper case; Apple and the database use lower
 * case.
 */
export async function shellDevice(shell: ShellPush, id: string, token: string): Promise<PushDevice> {
  if (shell.kind === 'android') return { id, kind: 'android', token }
  return { id, kind: 'ios', token: token.toLowerCase(), environment: await shell.environment() }
}

/**
 * The push service issued no token. Has a `hint` like refusals of the database, so that `failureText` has a text for
 * it.
 */
export class NoPushToken extends Error {
  override name = 'NoPushToken'
  readonly hint = 'no_push_token'
}

async function freshToken(shell: ShellPush): Promise<string> {
  const stops: (() => void)[] = []
  try {
    return await new Promise((resolve, reject) => {
      const fail = (problem: string) => reject(new NoPushToken(problem))
      const timer = setTimeout(fail, tokenWithinMs, 'no answer')
      stops.push(() => clearTimeout(timer))
      const begin = async () => {
        stops.push(await shell.onToken(resolve), await shell.onError(fail))
        await shell.register()
      }
      begin().catch(reject)
    })
  } finally {
    for (const stop of stops) stop()
  }
}

/** Push in a shell; `store` persists who enabled it. Rejects with NoPushToken when the service issues no token. */
export function pushOfShell(shell: ShellPush, store: DeviceStore): DevicePush {
  return {
    kind: shell.kind,
    async state(userId) {
      const [answer, stored] = await Promise.all([shell.permission(), storedDevice(store)])
      const permission = answer === 'granted' || answer === 'denied' ? answer : 'prompt'
      return { permission, device: stored?.user === userId ? stored.id : null }
    },
    async register() {
      if ((await shell.permission()) !== 'granted' && (await shell.askPermission()) !== 'granted') return null
      if (shell.kind === 'android') await shell.makeChannel(channel)
      // The token is for whoever asks now.
      await store.remove(leavingKey)
      const token = await freshToken(shell)
      return shellDevice(shell, (await storedDevice(store))?.id ?? crypto.randomUUID(), token)
    },
    remember: (id, user) => store.set(deviceKey, JSON.stringify({ id, user } satisfies StoredDevice)),
    async forget() {
      const steps = await Promise.allSettled([store.remove(deviceKey), shell.unregister()])
      for (const step of steps) if (step.status === 'rejected') throw step.reason
    },
  }
}
