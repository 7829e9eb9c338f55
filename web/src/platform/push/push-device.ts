import type { ApnsEnvironment } from '@hot/domain/notification/push'

/** This device as registered on the server; `id` is stable while push is enabled. */
export type PushDevice =
  | { id: string; kind: 'web'; token: string; p256dh: string; auth: string }
  | { id: string; kind: 'ios'; token: string; environment: ApnsEnvironment }
  | { id: string; kind: 'android'; token: string }

/**
 * `device`: id under which this device is registered; whether it belongs to this member only the account knows for
 * certain.
 */
export type PushState = { permission: 'prompt' | 'granted' | 'denied'; device: string | null }

/** Push for this device: web push in browsers, the services of Apple and Google in the apps. */
export type DevicePush = {
  kind: PushDevice['kind']
  /** The current state, without prompts or requests. */
  state(userId: string): Promise<PushState>
  /** Prompts for permission if needed, so call it only after a press. Null when permission is denied. */
  register(): Promise<PushDevice | null>
  /** Persists that push is enabled here for this member. Call it once the account has the device. */
  remember(id: string, userId: string): Promise<void>
  /** Unregisters this device from the push service. */
  forget(): Promise<void>
}
