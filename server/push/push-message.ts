import type { AccountNotification } from '@hot/domain/contract/account/account'
import { notificationPath } from '@hot/domain/notification/path'
import type { ApnsEnvironment } from '@hot/domain/notification/push'
import { notificationText } from '@hot/domain/notification/text'
import { kindOf } from '@hot/domain/notification/types'
import { firstGraphemes } from '@hot/domain/text/graphemes'

export type PushKind = 'ios' | 'android' | 'web'

/**
 * `token`: APNs device token (hex), FCM registration token, or https endpoint of a web subscription, whose keys are
 * `p256dh` and `auth` (Base64url). `environment`: that of an APNs token; null means production.
 */
export type PushDevice = {
  kind: PushKind
  token: string
  p256dh: string | null
  auth: string | null
  environment?: ApnsEnvironment | null
}

/** A row returned by `private.claim_pushes()`. `unread`: for the badge of the app icon. */
export type WaitingPush = {
  id: number
  device: PushDevice
  unread: number
  notification: Omit<AccountNotification, 'read' | 'created_at'>
}

/**
 * The displayed text, and the path that a tap opens. `id`: that of the notification; a later message with the same id
 * replaces the earlier one.
 */
export type PushMessage = {
  id: string
  type: AccountNotification['type']
  title: string
  body: string
  path: string
  badge: number
}

/** The notification list, for notifications without a target. */
const listPath = '/account/benachrichtigungen'
/** In characters. Phones truncate longer texts, and a message is limited to 4,096 bytes. */
const longest = 180

const cut = (text: string) => {
  const begin = firstGraphemes(text, longest)
  return begin === text ? text : `${begin.replace(/\s+\S*$/u, '')} …`
}

const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text

/** The message of a notification: its text without the quoted excerpts shown in the list. */
export function pushMessage({ notification, unread }: Pick<WaitingPush, 'notification' | 'unread'>): PushMessage {
  const { head, text } = notificationText(notification)
  return {
    id: notification.id,
    type: notification.type,
    title: head ?? 'HoT',
    body: cut(kindOf(notification.type).pushesFirstSentence ? firstSentence(text) : text),
    path: notificationPath(notification) ?? listPath,
    badge: unread,
  }
}

/**
 * Outcome of a message. `gone`: the service no longer knows the token. `later`: retry after `waitSeconds` at the
 * earliest. `refused`: permanent failure. `problem` is for the log and contains no token.
 */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' | 'refused'; problem: string }
  | { kind: 'later'; problem: string; waitSeconds: number }

/** Sends one message through the service of one kind of device. Throws when the service is unreachable. */
export type SendPush = (message: PushMessage, device: PushDevice) => Promise<PushOutcome>

/** How long a service may take to answer (ms); less than the minute after which a claimed row becomes due again. */
export const ANSWER_WITHIN_MS = 10_000
/** How long a service stores a message for an offline device (seconds). */
export const KEEP_SECONDS = 24 * 3600

/** Seconds of a `Retry-After` header, given as a number or as a date (RFC 9110, 10.2.3); 0 without one. */
function retryAfter(header: string | null | undefined, now: Date): number {
  if (!header) return 0
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/** The outcome of a status that all services use alike: 429 and 5xx are temporary, other errors permanent. */
export function outcomeOf(status: number, problem: string, header: string | null | undefined, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 429 || status >= 500) return { kind: 'later', problem, waitSeconds: retryAfter(header, now) }
  return { kind: 'refused', problem }
}
