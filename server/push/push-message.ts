import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { ApnsEnvironment } from '@hot/domain/notification/apns-environment'
import { notificationPath } from '@hot/domain/notification/path'
import { notificationText } from '@hot/domain/notification/text'
import { notificationTypes } from '@hot/domain/notification/types'

export type PushKind = 'ios' | 'android' | 'web'

/**
 * `token`: APNs device token (hex), FCM registration token, or the https endpoint of a web subscription with its keys
 * (Base64url). `environment`: of an APNs token;
 * production without one.
 */
export type PushDevice = {
  kind: PushKind
  token: string
  p256dh: string | null
  auth: string | null
  environment?: ApnsEnvironment | null
}

/** What `private.claim_pushes()` hands out. `unread`: for the number at the app's icon. */
export type WaitingPush = {
  id: number
  device: PushDevice
  unread: number
  notification: Omit<AccountNotification, 'read' | 'created_at'>
}

/** What is shown, and the path on this site that a tap opens. `id`: of the notification; a later message of it replaces the former. */
export type PushMessage = {
  id: string
  type: AccountNotification['type']
  title: string
  body: string
  path: string
  badge: number
}

/** Where there is no place of its own any more: the list. */
const listPath = '/account/benachrichtigungen'
/** Characters; what is longer is cut by the phone anyway, and a message has 4,096 bytes in all. */
const longest = 180

const cut = (text: string) => {
  const signs = [...text]
  return signs.length <= longest
    ? text
    : `${signs
        .slice(0, longest)
        .join('')
        .replace(/\s+\S*$/u, '')} …`
}

const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text

/** The message of a notification: its text without the words of others that the list quotes below it. */
export function pushMessage({ notification, unread }: WaitingPush): PushMessage {
  const { head, text } = notificationText(notification)
  return {
    id: notification.id,
    type: notification.type,
    title: head ?? 'HoT',
    body: cut(notificationTypes[notification.type].pushesFirstSentence ? firstSentence(text) : text),
    path: notificationPath(notification) ?? listPath,
    badge: unread,
  }
}
