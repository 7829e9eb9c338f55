const amount = (count: number, one: string, many: string) =>
  count === 0 ? `kein ${one}` : count === 1 ? `ein ${one}` : `${count} ${many}`

/** `3 Beiträge und ein Kommentar`, `kein Beitrag und 2 Kommentare` */
export const writtenAmounts = ({ posts, comments }: { posts: number; comments: number }): string =>
  `${amount(posts, 'Beitrag', 'Beiträge')} und ${amount(comments, 'Kommentar', 'Kommentare')}`

const pastTense = {
  approve: 'freigegeben',
  reject: 'abgelehnt',
  delete: 'gelöscht',
  hide: 'ausgeblendet',
  dismiss: 'verworfen',
  warn: 'verwarnt',
  ban: 'gesperrt',
  spam: 'als Spam gesperrt',
  upheld: 'abgelehnt',
  overturned: 'stattgegeben',
  grant: 'bestätigt',
  refuse: 'abgelehnt',
  answer: 'beantwortet',
} as const

/** Which function a decision of staff is carried out by; its arguments are those of that function. */
export const pendingKinds = [
  'posts',
  'hide',
  'case',
  'content',
  'cases',
  'comments',
  'held_comments',
  'spam',
  'ban',
  'appeal',
  'star_request',
  'concern',
] as const
export type PendingKind = (typeof pendingKinds)[number]

/** What a decision of staff does. */
type DecisionAction = keyof typeof pastTense
export const decisionActions = Object.keys(pastTense) as DecisionAction[]

/** What a decision of staff is about. */
export const decisionTargets = ['post', 'comment', 'profile', 'appeal', 'star_request', 'concern'] as const

/** What is said of a decision; `contract/admin/decisions.ts` explains the fields. */
type DecisionFacts = {
  action: DecisionAction
  type: (typeof decisionTargets)[number]
  name: string | null
  count: number
  days: number | null
  posts: number | null
  comments: number | null
}

const banLength = (days: number | null) => (days === null ? 'dauerhaft' : days === 1 ? 'für 1 Tag' : `für ${days} Tage`)

/** Whom or what a decision about one thing is about. */
function nameOf({ type, name }: Pick<DecisionFacts, 'type' | 'name'>): string {
  if (type === 'post') return name === null ? 'Beitrag' : `„${name}“`
  if (type === 'comment') return name === null ? 'Kommentar' : `Kommentar von ${name}`
  if (type === 'profile') return name === null ? 'Profil' : `Profil von ${name}`
  if (type === 'appeal') return name === null ? 'Einspruch' : `Einspruch von ${name}`
  if (type === 'concern') return name === null ? 'Anliegen' : `Anliegen ${name}`
  return name === null ? 'Anliegen' : `Anliegen zu ${name}`
}

/** What was decided, in the past tense and with names: `„Titel“ freigegeben`, `norbert für 7 Tage gesperrt`. */
export function decisionText(kind: PendingKind, facts: DecisionFacts): string {
  const { action, count, days, posts, comments } = facts
  const done = pastTense[action]
  const member = facts.name ?? 'Mitglied'
  if (action === 'ban') return `${member} ${banLength(days)} gesperrt`
  if (action === 'warn') return `${member} verwarnt`
  if (action === 'spam')
    return `${member} ${done}${posts === null || comments === null ? '' : `, ${writtenAmounts({ posts, comments })} entfernt`}`
  if (kind === 'cases') return `${count === 1 ? '1 Fall' : `${count} Fälle`} ${done}`
  if (count > 1) return `${count} ${kind === 'posts' ? 'Beiträge' : 'Kommentare'} ${done}`
  if (action === 'dismiss') return `Meldungen verworfen: ${nameOf(facts)}`
  if (action === 'delete' && facts.type === 'profile') return `${nameOf(facts)} zurückgesetzt`
  if (action === 'overturned') return `${nameOf(facts)}: stattgegeben`
  return `${nameOf(facts)} ${done}`
}
