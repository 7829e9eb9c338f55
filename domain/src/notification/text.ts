import type { AccountNotification } from '../contract/account/account.ts'
import type { NotificationData } from '../contract/account/notification-data.ts'
import { filled } from '../text/template.ts'
import { commentDetail, kindOf } from './types.ts'

type Facts = Pick<AccountNotification, 'type' | 'title' | 'message' | 'data' | 'actor' | 'actors_count'>

/** `head`: bold, before the text. `detail`: a second line with user-written text. */
export type NotificationText = { head?: string; text: string; detail?: string }

/** The German text of a notification, without a full stop at the end. */
export function notificationText({ type, title, message, data, actor, actors_count }: Facts): NotificationText {
  const kind = kindOf(type)
  const known = data as NotificationData
  const facts = { ...known, name: actor?.nickname, others: Math.max(actors_count - 1, 0), message }
  const head = kind.head && filled(kind.head, facts)
  const detail = (kind.detail ?? commentDetail)(known, actors_count > 1)
  return { ...(head && { head }), text: filled(kind.text, facts) || message || title, ...(detail && { detail }) }
}

/** Whose picture is shown beside a notification: the latest actor's, or HoT's for decisions of the team. */
export function notificationFace({ type, actor }: Pick<Facts, 'type' | 'actor'>) {
  if (actor) return { id: actor.id, name: actor.nickname, src: actor.avatar_url }
  return kindOf(type).byTeam ? { id: 'hot', name: 'HoT', src: null } : { id: 'unbekannt', name: 'Unbekannt', src: null }
}
