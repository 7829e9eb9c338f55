import type { NotificationData, NotificationType, TeamAlert } from '../contract/account/notification-data.ts'
import { appealTexts } from '../moderation/sanctions.ts'
import { formatPath } from '../url/paths.ts'

/** Inputs of a notification's text. `has` and `is`: the verbs for one or `many` people; `message`: as stored by SQL. */
export type NotificationFacts = {
  data: NotificationData
  who: string
  has: string
  is: string
  many: boolean
  message: string
}

/** Where the team finds what an alert is about. */
export function teamAlertPath(alert: TeamAlert): string {
  if (alert === 'appeal') return '/admin/appeals'
  if (alert === 'star_door') return '/admin/star-requests'
  return ['queue', 'away', 'job', 'mail'].includes(alert) ? '/admin' : '/admin/reports'
}

type NotificationKind = {
  /** Texts on the settings page, which lists the types in this order. */
  settings: { title: string; text: string }
  /** Text in list, menu and push. */
  text: (facts: NotificationFacts) => string
  /** Bold, before the text. */
  head?: (data: NotificationData) => string | undefined
  /** A second line; by default the excerpt of the comment. */
  detail?: (facts: NotificationFacts) => string | undefined
  /** Path of its target; undefined: its post or comment; null when older data lack it. */
  path?: (data: NotificationData) => string | null | undefined
  /** Decided by the team: shown with the logo. */
  byTeam?: true
  /** Until the member chooses; by default it is pushed. SQL: private.notification_types(). */
  usual?: 'app' | 'off'
  /** Cannot be switched off. */
  alwaysOn?: true
  /** Only staff are told, and find it in their settings. */
  teamOnly?: true
  /** Stored, but neither listed, counted nor pushed; its setting switches the `subsequent_comment` that is an answer. */
  unlisted?: true
  /** The push shows only the first sentence, without the reason: others may read the lock screen. */
  pushesFirstSentence?: true
}

const emoji = (reaction: NotificationData['reaction']) => (reaction === 'heart' ? '❤️' : '💩')
const quoted = (title: string | undefined) => (title ? ` „${title}“` : '')
/** ` zu „Titel“`; empty without a title. */
const about = (preposition: string, { post_title }: NotificationData) =>
  post_title ? ` ${preposition}${quoted(post_title)}` : ''

const reacted = ({ who, has, many, data }: NotificationFacts, target: string) =>
  // With several people only the latest reaction is stored.
  many || !data.reaction
    ? `${who} ${has} auf ${target} reagiert`
    : `${who} ${has} auf ${target} mit ${emoji(data.reaction)} reagiert`

const rumorStatuses = { unverified: 'unbestätigt', verified: 'bestätigt', debunked: 'widerlegt' } as const

function votedOnRumor({ who, has, many, data }: NotificationFacts): string {
  const rumor = `dein Gerücht${quoted(data.post_title)}`
  if (many || !data.vote) return `${who} ${has} über ${rumor} abgestimmt`
  return `${who} ${has} über ${rumor} abgestimmt: ${data.vote === 'agree' ? 'Stimmt' : 'Stimmt nicht'}`
}

/** What the team's message is; what was removed is its first sentence. */
function sanctionTitle({ action, severity, appeal }: NotificationData): string | undefined {
  if (appeal) return appealTexts[appeal]
  if (action === 'banned') return 'Sperre'
  if (action !== undefined && action !== 'warned') return undefined
  return severity === 'high' ? 'Verwarnung (Schwerwiegend)' : 'Verwarnung'
}

const answered = ({ who, has, data }: NotificationFacts) =>
  `${who} ${has} auf deinen Kommentar${about('zu', data)} geantwortet`

/** SQL cuts excerpts to 100 characters (see `notificationData`); such an excerpt is shown up to its last whole word. */
const excerptLength = 100
const endingAtWord = (excerpt: string) =>
  [...excerpt].length < excerptLength ? excerpt : `${excerpt.replace(/\s+\S*$/u, '')} …`

export const commentDetail = ({ data }: Pick<NotificationFacts, 'data'>): string | undefined =>
  data.comment_excerpt ? `„${endingAtWord(data.comment_excerpt)}“` : undefined
const subject = (data: NotificationData) => {
  if (data.comment) return `Dein Kommentar${about('zu', data)}`
  return data.revision ? `Deine Änderung${about('an', data)}` : `Dein Beitrag${quoted(data.post_title)}`
}
const reasonDetail = ({ data }: NotificationFacts) => (data.reason ? `Grund: ${data.reason}` : undefined)

const kind = (given: NotificationKind) => given

/**
 * Every type of notification. The database has the same types in `private.notification_types()`; a test compares them.
 */
export const notificationTypes: Readonly<Record<NotificationType, NotificationKind>> = {
  comment_on_post: kind({
    settings: { title: 'Kommentare', text: 'Jemand kommentiert deinen Beitrag.' },
    text: ({ who, has, data }) => `${who} ${has} deinen Beitrag${quoted(data.post_title)} kommentiert`,
  }),
  reply_to_comment: kind({
    settings: { title: 'Antworten', text: 'Jemand antwortet auf deinen Kommentar.' },
    text: answered,
    unlisted: true,
  }),
  subsequent_comment: kind({
    settings: { title: 'Weitere Kommentare', text: 'Es geht weiter, wo du mitgeredet hast.' },
    text: (facts) =>
      facts.data.answer
        ? answered(facts)
        : `${facts.who} ${facts.has} nach dir${about('zu', facts.data) || ' noch etwas'} geschrieben`,
  }),
  mention: kind({
    settings: { title: 'Erwähnungen', text: 'Jemand schreibt @ und deinen Namen.' },
    text: ({ who, has, data }) => `${who} ${has} dich${about('bei', data)} erwähnt`,
  }),
  followed_comment: kind({
    settings: { title: 'Verfolgte Beiträge', text: 'Jemand kommentiert einen Beitrag, dem du folgst.' },
    text: ({ who, has, data }) => `${who} ${has}${about('bei', data) || ' etwas'} kommentiert`,
  }),
  tagged_post: kind({
    settings: { title: 'Deine Stars und Formate', text: 'Ein neuer Beitrag über wen oder was, dem du folgst.' },
    text: ({ data: { count, topic, post_title } }) =>
      count
        ? `${count} neue Beiträge zu ${topic}, zuletzt${quoted(post_title)}`
        : `Neu zu ${topic}:${quoted(post_title)}`,
    usual: 'app',
  }),
  member_post: kind({
    settings: { title: 'Leute, denen du folgst', text: 'Jemand davon hat einen neuen Beitrag geschrieben.' },
    text: ({ who, data: { count, post_title } }) =>
      count
        ? `${who} hat ${count} Beiträge geschrieben, zuletzt${quoted(post_title)}`
        : `${who} hat${quoted(post_title)} geschrieben`,
  }),
  format_today: kind({
    settings: { title: 'Läuft heute', text: 'Ein Format, dem du folgst, läuft heute. Kommt am Morgen.' },
    text: ({ message }) => message,
    path: ({ format_slug }) => (format_slug ? formatPath(format_slug) : null),
    byTeam: true,
    usual: 'off',
  }),
  broadcast_cancelled: kind({
    settings: { title: 'Fällt aus', text: 'Ein Format, dem du folgst, läuft doch nicht.' },
    text: ({ message }) => message,
    path: ({ format_slug }) => (format_slug ? formatPath(format_slug) : null),
    byTeam: true,
    usual: 'app',
  }),
  reaction_on_post: kind({
    settings: { title: 'Reaktionen auf Beiträge', text: 'Herz oder Haufen für deinen Beitrag.' },
    text: (facts) => reacted(facts, `deinen Beitrag${quoted(facts.data.post_title)}`),
  }),
  reaction_on_comment: kind({
    settings: { title: 'Reaktionen auf Kommentare', text: 'Herz oder Haufen für deinen Kommentar.' },
    text: (facts) => reacted(facts, `deinen Kommentar${about('zu', facts.data)}`),
    // Several people may have reacted to different comments, of which only the latest is stored.
    detail: (facts) => (facts.many ? undefined : commentDetail(facts)),
  }),
  vote_on_rumor: kind({
    settings: { title: 'Stimmen zu Gerüchten', text: 'Jemand glaubt dein Gerücht. Oder nicht.' },
    text: votedOnRumor,
  }),
  vote_on_poll: kind({
    settings: { title: 'Stimmen in Umfragen', text: 'Jemand stimmt in deiner Umfrage ab.' },
    // The chosen answer is secret.
    text: ({ who, has, data }) => `${who} ${has} in deiner Umfrage${quoted(data.post_title)} abgestimmt`,
  }),
  rumor_status_update: kind({
    settings: { title: 'Gerücht entschieden', text: 'Das Team bestätigt oder widerlegt ein Gerücht.' },
    text: ({ data, message }) =>
      data.rumor_status
        ? `Dein Gerücht${quoted(data.post_title)} ist jetzt ${rumorStatuses[data.rumor_status]}`
        : message,
    detail: reasonDetail,
    byTeam: true,
  }),
  rumor_changed: kind({
    settings: {
      title: 'Frage geändert',
      text: 'Ein Gerücht oder eine Umfrage, wo du abgestimmt hast, lautet jetzt anders.',
    },
    text: ({ who, has, data }) => {
      const whoever = data.by_team ? 'Das Team hat' : `${who} ${has}`
      return data.post_type === 'poll'
        ? `${whoever} die Umfrage${quoted(data.post_title)} geändert, in der du abgestimmt hast`
        : `${whoever} das Gerücht${quoted(data.post_title)} geändert, über das du abgestimmt hast`
    },
    byTeam: true,
  }),
  rumor_decided: kind({
    settings: {
      title: 'Richtig gelegen?',
      text: 'Ein Gerücht ist entschieden, über das du abgestimmt oder geschrieben hast.',
    },
    text: ({ data: { hit, post_title, rumor_status = 'unverified' } }) =>
      `${hit ? 'Du lagst richtig' : hit === undefined ? 'Richtigstellung' : 'Knapp daneben'}:${quoted(post_title)} ist ${rumorStatuses[rumor_status]}`,
    byTeam: true,
  }),
  poll_ended: kind({
    settings: { title: 'Umfrage vorbei', text: 'Eine Umfrage ist zu Ende, in der du abgestimmt hast.' },
    text: ({ data: { post_title, result }, message }) => {
      if (!result) return message
      const { option, percent } = result
      return `Vorbei:${quoted(post_title)}. ${option ? `${quoted(option).trim()} liegt mit ${percent} % vorn` : 'Gleichstand an der Spitze'}`
    },
    usual: 'app',
  }),
  statement_published: kind({
    settings: { title: 'Stellungnahmen', text: 'Wo du geschrieben oder abgestimmt hast, meldet sich, um wen es geht.' },
    text: ({ message }) => message,
    byTeam: true,
    usual: 'app',
  }),
  post_approved: kind({
    settings: { title: 'Beitrag freigegeben', text: 'Dein Beitrag ist geprüft und online.' },
    text: ({ data }) => `${subject(data)} ist freigegeben`,
    byTeam: true,
  }),
  post_rejected: kind({
    settings: { title: 'Beitrag abgelehnt', text: 'Dein Beitrag bleibt draußen, mit Begründung.' },
    text: ({ data }) => `${subject(data)} wurde abgelehnt`,
    path: ({ comment }) => (comment ? '/account/moderation' : undefined),
    // Its page, which only its author and the team see, has the button.
    detail: (facts) =>
      [reasonDetail(facts), facts.data.decision_id && 'Du kannst Einspruch einlegen.'].filter(Boolean).join(' '),
    byTeam: true,
    alwaysOn: true,
  }),
  invite_used: kind({
    settings: { title: 'Einladung eingelöst', text: 'Jemand ist mit deinem Code dazugekommen.' },
    text: ({ who, is }) => `${who} ${is} mit deiner Einladung dazugekommen`,
    path: () => '/invites',
  }),
  report_outcome: kind({
    settings: { title: 'Deine Meldungen', text: 'Was aus etwas geworden ist, das du gemeldet hast.' },
    text: ({ data, message }) => `Deine Meldung${about('zu', data)}: ${message}`,
    byTeam: true,
  }),
  warning: kind({
    settings: { title: 'Verwarnungen', text: 'Das Team hat dir etwas zu sagen.' },
    text: ({ message }) => message,
    head: sanctionTitle,
    // The page that shows decisions about the member.
    path: () => '/account/moderation',
    byTeam: true,
    alwaysOn: true,
    pushesFirstSentence: true,
  }),
  team_role: kind({
    settings: { title: 'Team', text: 'Du wirst ins Team geholt oder bekommst dort eine andere Rolle.' },
    text: ({ message }) => message,
    // The page to set up the second factor, which the role requires; the apps have no admin area.
    path: () => '/account/sicherheit',
    byTeam: true,
    alwaysOn: true,
  }),
  team_alert: kind({
    settings: {
      title: 'Eilt fürs Team',
      text: 'Illegale Inhalte, Meldungen über Menschen und Einsprüche, sobald sie da sind. Und was liegen bleibt oder scheitert.',
    },
    text: ({ message }) => message,
    path: ({ alert }) => teamAlertPath(alert ?? 'illegal_content'),
    byTeam: true,
    teamOnly: true,
  }),
}

/** What is shown of a type that only a newer server knows: its message, and its post if it has one. */
const unknownKind: NotificationKind = {
  settings: { title: '', text: '' },
  text: ({ message }) => message,
  byTeam: true,
}

/** How a notification is shown. Apps in the stores, and pages left open, are older than the server that tells them. */
export const kindOf = (type: NotificationType): NotificationKind =>
  Object.hasOwn(notificationTypes, type) ? notificationTypes[type] : unknownKind
