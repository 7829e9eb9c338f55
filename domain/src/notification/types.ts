import type { NotificationData, NotificationType, TeamAlert } from '../contract/account/notification-data.ts'
import { isGuidelineRule, ruleAnchors, ruleTitles } from '../moderation/case-rules.ts'
import { formatPath } from '../url/paths.ts'
import * as words from './words.ts'

/** Where the team finds what an alert is about. */
export function teamAlertPath(alert: TeamAlert): string {
  if (alert === 'appeal') return '/admin/appeals'
  if (alert === 'concern') return '/admin/concerns'
  if (alert === 'star_door') return '/admin/star-requests'
  return ['queue', 'away', 'job', 'mail'].includes(alert) ? '/admin' : '/admin/reports'
}

/** The groups of the settings page, in its order. */
export const notificationGroups = {
  talk: 'Gespräche und Reaktionen',
  followed: 'Alles, dem du folgst',
  votes: 'Gerüchte und Umfragen',
  account: 'Dein Account und das Team',
} as const
export type NotificationGroup = keyof typeof notificationGroups

/**
 * The texts are templates (text/template.ts) of what `data` holds, of the latest actor's `name` and the number of
 * `others`, and of the stored `message`. SQL is generated from them: `npm run words`.
 */
export type NotificationKind = {
  /** Texts on the settings page, which lists the types of each group in this order. */
  settings: { group: NotificationGroup; title: string; text: string }
  /** What it is called in older apps and in the copy of one's data. */
  title: string
  /** Text in list, menu, push and mails, without a full stop at the end. */
  text: string
  /** The message that is stored, for older apps; without one it is the text. Types whose text it is say so: `words.stored`. */
  message?: string
  /** Bold, before the text. */
  head?: string
  /** A second line; by default the excerpt of the comment. */
  detail?: (data: NotificationData, many: boolean) => string | undefined
  /** Path of its target; undefined: its post or comment; null when older data lack it. */
  path?: (data: NotificationData) => string | null | undefined
  /** A second link, beside that to its target. */
  more?: (data: NotificationData) => { text: string; path: string } | undefined
  /** Decided by the team: shown with the logo. */
  byTeam?: true
  /** Until the member chooses; by default it is pushed. */
  usual?: 'app' | 'off'
  /** What is chosen for a post counts before what is chosen for the type. */
  ofPost?: true
  /** Cannot be switched off. */
  alwaysOn?: true
  /** Only staff are told, and find it in their settings. */
  teamOnly?: true
  /** Stored, but neither listed, counted nor pushed; its setting switches the `subsequent_comment` that is an answer. */
  unlisted?: true
  /** The push shows only the first sentence, without the reason: others may read the lock screen. */
  pushesFirstSentence?: true
}

/** SQL cuts excerpts to 100 characters (see `notificationData`); such an excerpt is shown up to its last whole word. */
const excerptLength = 100
const endingAtWord = (excerpt: string) =>
  [...excerpt].length < excerptLength ? excerpt : `${excerpt.replace(/\s+\S*$/u, '')} …`

export const commentDetail = (data: NotificationData): string | undefined =>
  data.comment_excerpt ? `„${endingAtWord(data.comment_excerpt)}“` : undefined
const reasonDetail = ({ reason }: NotificationData) => (reason ? `Grund: ${reason}` : undefined)

const guidelinesPath = '/community-guidelines'

/** The chapter of the guidelines that an outcome rests on; of a law, and where nothing was found, how to object. */
function ruleOfOutcome({ outcome, rule }: NotificationData) {
  if (outcome === undefined || outcome === 'gone') return undefined
  return isGuidelineRule(rule)
    ? { text: `Regel: ${ruleTitles[rule]}`, path: `${guidelinesPath}#${ruleAnchors[rule]}` }
    : { text: 'So widersprichst du', path: `${guidelinesPath}#einspruch` }
}

const kind = (given: NotificationKind) => given

/** Every type of notification; SQL's list of them, its checks and their usual channels are generated from this one. */
export const notificationTypes: Readonly<Record<NotificationType, NotificationKind>> = {
  comment_on_post: kind({
    settings: { group: 'talk', title: 'Kommentare', text: 'Jemand kommentiert deinen Beitrag.' },
    title: 'Neuer Kommentar zu deinem Beitrag',
    text: `${words.who} ${words.has} deinen Beitrag${words.titled} kommentiert`,
    ofPost: true,
  }),
  reply_to_comment: kind({
    settings: { group: 'talk', title: 'Antworten', text: 'Jemand antwortet auf deinen Kommentar.' },
    title: 'Antwort auf deinen Kommentar',
    text: words.answered,
    unlisted: true,
    ofPost: true,
  }),
  subsequent_comment: kind({
    settings: { group: 'talk', title: 'Weitere Kommentare', text: 'Es geht weiter, wo du mitgeredet hast.' },
    title: '{answer|true=Antwort auf deinen Kommentar|Neuer Kommentar}',
    text: `{answer|true=${words.answered}|${words.who} ${words.has} nach dir{post_title|= noch etwas| zu „${words.title}“} geschrieben}`,
    ofPost: true,
  }),
  mention: kind({
    settings: { group: 'talk', title: 'Erwähnungen', text: 'Jemand schreibt @ und deinen Namen.' },
    title: 'Du wurdest erwähnt',
    text: `${words.who} ${words.has} dich${words.about('bei')} erwähnt`,
  }),
  followed_comment: kind({
    settings: {
      group: 'followed',
      title: 'Beiträge, denen du folgst',
      text: 'Jemand kommentiert einen Beitrag, dem du folgst.',
    },
    title: 'Neuer Kommentar',
    text: `${words.who} ${words.has}{post_title|= etwas| bei „${words.title}“} kommentiert`,
    ofPost: true,
  }),
  tagged_post: kind({
    settings: {
      group: 'followed',
      title: 'Deine Stars und Formate',
      text: 'Neue Beiträge über Stars und Formate, denen du folgst.',
    },
    title: 'Neu zu {topic}',
    text: `{count|=Neu zu {topic}:|{count} neue Beiträge zu {topic}, zuletzt}${words.titled}`,
    usual: 'app',
  }),
  member_post: kind({
    settings: {
      group: 'followed',
      title: 'Leute, denen du folgst',
      text: 'Neue Beiträge von Leuten, denen du folgst.',
    },
    title: `Neues von ${words.name}`,
    text: `${words.who} hat{count|=${words.titled} geschrieben| {count} Beiträge geschrieben, zuletzt${words.titled}}`,
  }),
  format_today: kind({
    settings: {
      group: 'followed',
      title: 'Läuft heute',
      text: 'Was von deinen Formaten heute läuft. Kommt am Morgen.',
    },
    title: `Heute${words.withOccasion}: {topic}`,
    text: words.stored,
    message: `${words.occasion}{topic} läuft ${words.today}`,
    path: ({ format_slug }) => (format_slug ? formatPath(format_slug) : null),
    byTeam: true,
    usual: 'app',
  }),
  broadcast_cancelled: kind({
    settings: { group: 'followed', title: 'Fällt aus', text: 'Ein Format, dem du folgst, läuft doch nicht.' },
    title: 'Fällt aus: {topic}',
    text: words.stored,
    message: `{topic} fällt am {day} um {event_time} aus${words.changeNote}`,
    path: ({ format_slug }) => (format_slug ? formatPath(format_slug) : null),
    byTeam: true,
    usual: 'app',
  }),
  broadcast_moved: kind({
    settings: {
      group: 'followed',
      title: 'Verschoben',
      text: 'Ein Format, dem du folgst, läuft zu einer anderen Zeit oder dauert länger.',
    },
    title: '{change|longer=Dauert länger|back=Doch wie geplant|Verschoben}: {topic}',
    text: words.stored,
    message: `${words.moved}${words.changeNote}`,
    path: ({ format_slug }) => (format_slug ? formatPath(format_slug) : null),
    byTeam: true,
    usual: 'app',
  }),
  reaction_on_post: kind({
    settings: { group: 'talk', title: 'Reaktionen auf Beiträge', text: 'Herz oder Haufen für deinen Beitrag.' },
    title: 'Reaktion auf deinen Beitrag',
    text: words.reacted(`deinen Beitrag${words.titled}`),
    ofPost: true,
  }),
  reaction_on_comment: kind({
    settings: { group: 'talk', title: 'Reaktionen auf Kommentare', text: 'Herz oder Haufen für deinen Kommentar.' },
    title: 'Reaktion auf deinen Kommentar',
    text: words.reacted(`deinen Kommentar${words.about('zu')}`),
    // Several people may have reacted to different comments, of which only the latest is stored.
    detail: (data, many) => (many ? undefined : commentDetail(data)),
    ofPost: true,
  }),
  vote_on_rumor: kind({
    settings: { group: 'votes', title: 'Stimmen zu Gerüchten', text: 'Jemand glaubt dein Gerücht. Oder nicht.' },
    title: 'Stimme zu deinem Gerücht',
    text: `${words.who} ${words.has} über dein Gerücht${words.rumorTitled} abgestimmt${words.alone('{vote|agree=: Stimmt|disagree=: Stimmt nicht}')}`,
    ofPost: true,
  }),
  vote_on_poll: kind({
    settings: { group: 'votes', title: 'Stimmen in Umfragen', text: 'Jemand stimmt in deiner Umfrage ab.' },
    title: 'Stimme in deiner Umfrage',
    // The chosen answer is secret.
    text: `${words.who} ${words.has} in deiner Umfrage${words.titled} abgestimmt`,
    ofPost: true,
  }),
  rumor_status_update: kind({
    settings: { group: 'votes', title: 'Gerücht entschieden', text: 'Das Team bestätigt oder widerlegt ein Gerücht.' },
    title: 'Dein Gerücht hat einen neuen Status',
    text: `{rumor_status|=${words.stored}|Dein Gerücht${words.bareTitled} ist jetzt ${words.rumorStatus}}`,
    detail: reasonDetail,
    byTeam: true,
  }),
  rumor_changed: kind({
    settings: {
      group: 'votes',
      title: 'Frage geändert',
      text: 'Ein Gerücht oder eine Umfrage, wo du abgestimmt hast, lautet jetzt anders.',
    },
    title: '{post_type|poll=Eine Umfrage|Ein Gerücht} wurde geändert',
    text: `{by_team|true=Das Team hat|${words.who} ${words.has}} {post_type|poll=die Umfrage${words.titled} geändert, in der|das Gerücht${words.rumorTitled} geändert, über das} du abgestimmt hast`,
    byTeam: true,
  }),
  rumor_decided: kind({
    settings: {
      group: 'votes',
      title: 'Richtig gelegen?',
      text: 'Ein Gerücht ist entschieden, über das du abgestimmt oder geschrieben hast.',
    },
    title: words.hit,
    // The mark says it first: a lock screen may cut the rest.
    text: `${words.hit}:${words.titled}{post_mark|= ist ${words.rumorStatus}|}`,
    byTeam: true,
  }),
  poll_ended: kind({
    settings: { group: 'votes', title: 'Umfrage vorbei', text: 'Eine Umfrage ist zu Ende, in der du abgestimmt hast.' },
    title: 'Umfrage vorbei',
    text: `{result|=${words.stored}|Vorbei:${words.titled}. {result.option|=Gleichstand an der Spitze|„{result.option}“ liegt mit {result.percent} % vorn}}`,
    usual: 'app',
    ofPost: true,
  }),
  statement_published: kind({
    settings: {
      group: 'votes',
      title: 'Stellungnahmen',
      text: 'Wo du geschrieben oder abgestimmt hast, meldet sich, um wen es geht.',
    },
    title: 'Stellungnahme',
    text: words.stored,
    message: `Zu „${words.title}“ gibt es eine Stellungnahme von {speaker}`,
    byTeam: true,
    usual: 'app',
  }),
  post_approved: kind({
    settings: { group: 'account', title: 'Beitrag freigegeben', text: 'Dein Beitrag ist geprüft und online.' },
    title: `${words.thing} ist {restored|true=wieder }online`,
    text: `${words.subject} ist {restored|true=wieder online|freigegeben}`,
    byTeam: true,
  }),
  post_rejected: kind({
    settings: { group: 'account', title: 'Beitrag abgelehnt', text: 'Dein Beitrag bleibt draußen, mit Begründung.' },
    title: `${words.thing} {hidden|true=ist ausgeblendet|wurde abgelehnt}`,
    text: words.rejected,
    message: `${words.rejected}.[ Es geht um: „{content_excerpt}“.] Grund: {reason!} ${words.howDecided}`,
    path: ({ comment }) => (comment ? '/account/moderation' : undefined),
    // Its page, which only its author and the team see, has the button.
    detail: (data) =>
      [reasonDetail(data), data.decision_id && 'Du kannst Einspruch einlegen.'].filter(Boolean).join(' '),
    byTeam: true,
    alwaysOn: true,
  }),
  invite_used: kind({
    settings: { group: 'account', title: 'Einladung eingelöst', text: 'Jemand ist mit deinem Code dazugekommen.' },
    title: 'Deine Einladung wurde eingelöst',
    text: `${words.who} ${words.is} mit deiner Einladung dazugekommen`,
    path: () => '/invites',
  }),
  report_receipt: kind({
    settings: {
      group: 'account',
      title: 'Eingang deiner Meldungen',
      text: 'Deine Meldung eines illegalen Inhalts ist angekommen.',
    },
    title: 'Deine Meldung ist da',
    text: words.reportReceipt,
    path: () => `${guidelinesPath}#melden`,
    byTeam: true,
    usual: 'app',
  }),
  report_outcome: kind({
    settings: { group: 'account', title: 'Deine Meldungen', text: 'Was aus etwas geworden ist, das du gemeldet hast.' },
    title: 'Deine Meldung ist geprüft',
    text: `Deine Meldung${words.about('zu')}: ${words.stored}`,
    message: words.reportOutcome,
    // Where the content still stands it opens that; the rule has a link of its own.
    path: (data) => (data.post_slug ? undefined : (ruleOfOutcome(data)?.path ?? null)),
    more: ruleOfOutcome,
    byTeam: true,
  }),
  warning: kind({
    settings: { group: 'account', title: 'Verwarnungen', text: 'Das Team hat dir etwas zu sagen.' },
    title: words.sanctionTitle,
    text: words.stored,
    message: words.sanction,
    head: words.sanctionHead,
    // The page that shows decisions about the member.
    path: () => '/account/moderation',
    byTeam: true,
    alwaysOn: true,
    pushesFirstSentence: true,
  }),
  team_role: kind({
    settings: {
      group: 'account',
      title: 'Team',
      text: 'Du wirst ins Team geholt oder bekommst dort eine andere Rolle.',
    },
    title: 'Willkommen im Team',
    text: words.stored,
    message:
      'Du bist jetzt {role|admin=Admin|Moderator:in} bei HoT. Der Team-Bereich öffnet sich {second_factor|true=mit deinem zweiten Faktor.|nur mit einem zweiten Faktor: Beim ersten Besuch richtest du ihn ein.}',
    // The page to set up the second factor, which the role requires; the apps have no admin area.
    path: () => '/account/sicherheit',
    byTeam: true,
    alwaysOn: true,
  }),
  team_alert: kind({
    settings: {
      group: 'account',
      title: 'Eilt fürs Team',
      text: 'Illegale Inhalte, Meldungen über Menschen und Einsprüche, sobald sie da sind. Und was liegen bleibt oder scheitert.',
    },
    title: words.teamAlert,
    text: words.stored,
    message: words.teamAlert,
    path: ({ alert }) => teamAlertPath(alert ?? 'illegal_content'),
    byTeam: true,
    teamOnly: true,
  }),
}

/** What is shown of a type that only a newer server knows: its message, and its post if it has one. */
const unknownKind: NotificationKind = {
  settings: { group: 'account', title: '', text: '' },
  title: '',
  text: words.stored,
  byTeam: true,
}

/** How a notification is shown. Apps in the stores, and pages left open, are older than the server that tells them. */
export const kindOf = (type: NotificationType): NotificationKind =>
  Object.hasOwn(notificationTypes, type) ? notificationTypes[type] : unknownKind
