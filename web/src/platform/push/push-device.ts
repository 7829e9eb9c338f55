import type { ApnsEnvironment } from '@hot/domain/notification/push'

/** This device as the server knows it; `id` stays the same for as long as it gets messages. */
export type PushDevice =
  | { id: string; kind: 'web'; token: string; p256dh: string; auth: string }
  | { id: string; kind: 'ios'; token: string; environment: ApnsEnvironment }
  | { id: string; kind: 'android'; token: string }

/** `device`: id of what is registered here. Whether it is for this member, only the account knows for certain. */
export type PushStanding = { permission: 'prompt' | 'granted' | 'denied'; device: string | null }

/** How this device is told while HoT is closed: a browser by web push, the apps by Apple's and Google's services. */
export type DevicePush = {
  kind: PushDevice['kind']
  /** How it stands, without asking anybody anything. */
  standing(userId: string): Promise<PushStanding>
  /** Asks for permission where it is not given yet, so only after a press. Null when the person says no. */
  register(): Promise<PushDevice | null>
  /** The account has it now. */
  remember(id: string, userId: string): Promise<void>
  /** No service knows this device any more. */
  forget(): Promise<void>
}
