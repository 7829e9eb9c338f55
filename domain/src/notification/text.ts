import type { AccountNotification, NotificationType } from '../contract/account/account.ts'
import type { NotificationData } from '../contract/account/notification-data.ts'

type Facts = Pick<AccountNotification, 'type' | 'title' | 'message' | 'data' | 'actor' | 'actors_count'>

/** `head`: bold, before the text. `detail`: a second line, in somebody's own words. */
export type NotificationText = { head?: string; text: string; detail?: string }

type Case = { data: NotificationData; who: string; has: string; is: string; many: boolean; message: string }

const emoji = (reaction: NotificationData['reaction']) => (reaction === 'heart' ? '❤️' : '💩')
const quoted = (title: string | undefined) => (title ? ` „${title}“` : '')
const reacted = ({ who, has, many, data }: Case, target: string) =>
  // Of several people only the latest reaction is known.
  many || !data.reaction
    ? `${who} ${has} auf ${target} reagiert`
    : `${who} ${has} auf ${target} mit ${emoji(data.reaction)} reagiert`

const statuses = { unverified: 'unbestätigt', verified: 'bestätigt', debunked: 'widerlegt' } as const

function voted({ who, has, many, data }: Case): string {
  const rumor = `dein Gerücht${quoted(data.post_title)}`
  if (many || !data.vote) return `${who} ${has} über ${rumor} abgestimmt`
  return `${who} ${has} über ${rumor} abgestimmt: ${data.vote === 'agree' ? 'Stimmt' : 'Stimmt nicht'}`
}

const texts: Record<NotificationType, (given: Case) => string> = {
  comment_on_post: ({ who, has, data }) => `${who} ${has} deinen Beitrag${quoted(data.post_title)} kommentiert`,
  reply_to_comment: ({ who, has, data }) =>
    `${who} ${has} auf deinen Kommentar${data.post_title ? ` zu${quoted(data.post_title)}` : ''} geantwortet`,
  subsequent_comment: ({ who, has, data }) =>
    `${who} ${has} nach dir ${data.post_title ? `zu${quoted(data.post_title)}` : 'noch etwas'} geschrieben`,
  mention: ({ who, has, data }) =>
    `${who} ${has} dich${data.post_title ? ` bei${quoted(data.post_title)}` : ''} erwähnt`,
  reaction_on_post: (given) => reacted(given, `deinen Beitrag${quoted(given.data.post_title)}`),
  reaction_on_comment: (given) =>
    reacted(given, `deinen Kommentar${given.data.post_title ? ` zu${quoted(given.data.post_title)}` : ''}`),
  vote_on_rumor: voted,
  // What somebody chose in a poll is shown to nobody.
  vote_on_poll: ({ who, has, data }) => `${who} ${has} in deiner Umfrage${quoted(data.post_title)} abgestimmt`,
  rumor_status_update: ({ data, message }) =>
    data.rumor_status ? `Dein Gerücht${quoted(data.post_title)} ist jetzt ${statuses[data.rumor_status]}` : message,
  post_approved: ({ data }) => `Dein Beitrag${quoted(data.post_title)} ist freigegeben`,
  post_rejected: ({ data }) => `Dein Beitrag${quoted(data.post_title)} wurde abgelehnt`,
  invite_used: ({ who, is }) => `${who} ${is} mit deiner Einladung dazugekommen`,
  warning: ({ message }) => message,
  report_outcome: ({ data, message }) =>
    `Deine Meldung${data.post_title ? ` zu${quoted(data.post_title)}` : ''}: ${message}`,
}

/** Title of a warning by its severity. */
export const warningTitle = (severity: NotificationData['severity']): string =>
  severity === 'high' ? 'Verwarnung (Schwerwiegend)' : 'Verwarnung'

/** `Anna`, `Anna und eine weitere Person`, `Anna und 4 weitere`; a deleted account is `Unbekannt`. */
export function actorsText(nickname: string | undefined, count: number): string {
  const who = nickname ?? 'Unbekannt'
  if (count <= 1) return who
  return count === 2 ? `${who} und eine weitere Person` : `${who} und ${count - 1} weitere`
}

/** What was cut off (see `notificationData`) ends at a word, and says so. */
const excerptLength = 100
const whole = (excerpt: string) =>
  [...excerpt].length < excerptLength ? excerpt : `${excerpt.replace(/\s+\S*$/u, '')} …`

function detailOf(type: NotificationType, data: NotificationData, many: boolean): string | undefined {
  if (type === 'post_rejected' || type === 'rumor_status_update')
    return data.reason ? `Grund: ${data.reason}` : undefined
  // A row for several people holds the words of the latest only; they are no reason to hide them.
  if (type === 'reaction_on_comment' && many) return undefined
  return data.comment_excerpt ? `„${whole(data.comment_excerpt)}“` : undefined
}

/** What a notification says: who did it and what it is about. No full stop at the end. */
export function notificationText({ type, title, message, data, actor, actors_count }: Facts): NotificationText {
  const known = data as NotificationData
  const many = actors_count > 1
  const who = actorsText(actor?.nickname, actors_count)
  const given = { data: known, who, has: many ? 'haben' : 'hat', is: many ? 'sind' : 'ist', many, message }
  const text = texts[type](given) || message || title
  const detail = detailOf(type, known, many)
  return {
    ...(type === 'warning' && { head: warningTitle(known.severity) }),
    text,
    ...(detail && { detail }),
  }
}

const teamTypes: readonly NotificationType[] = [
  'rumor_status_update',
  'post_approved',
  'post_rejected',
  'warning',
  'report_outcome',
]

/** Whose picture stands beside a notification: the latest person's, the house's for what the team decided. */
export function notificationFace({ type, actor }: Pick<Facts, 'type' | 'actor'>) {
  if (actor) return { id: actor.id, name: actor.nickname, src: actor.avatar_url }
  return teamTypes.includes(type)
    ? { id: 'hot', name: 'HoT', src: null }
    : { id: 'unbekannt', name: 'Unbekannt', src: null }
}
