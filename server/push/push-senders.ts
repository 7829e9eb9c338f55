import { type ApnsKey, apnsSender } from './apns-sender.ts'
import { type FcmAccount, fcmSender } from './fcm-sender.ts'
import type { PushKind } from './push-message.ts'
import type { SendPush } from './push-outcome.ts'
import { type VapidKeys, webPushSender } from './web-push-sender.ts'

/** Whom this server sends through; what is missing waits in the queue for a server that has it. */
export type PushOptions = { apns?: ApnsKey | undefined; fcm?: FcmAccount | undefined; vapid?: VapidKeys | undefined }

/** One per kind of device that can be reached. */
export type PushSenders = { send: Partial<Record<PushKind, SendPush>>; close: () => void }

/** The senders of a server. Throws when a key cannot be read. */
export function openPushSenders({ apns, fcm, vapid }: PushOptions): PushSenders {
  const apple = apns && apnsSender(apns)
  return {
    send: {
      ...(apple && { ios: apple.send }),
      ...(fcm && { android: fcmSender(fcm) }),
      ...(vapid && { web: webPushSender(vapid) }),
    },
    close: () => apple?.close(),
  }
}
