import type { ReportCase } from '@hot/domain/contract/admin/reports'
import type { Severity } from '@hot/domain/moderation/case-rules'
import type { ReasonKind } from '@hot/domain/moderation/reason-templates'
import type { CaseAction } from './api.ts'

export const severityLabels: Record<Severity, string> = { low: 'Leicht', medium: 'Mittel', high: 'Schwerwiegend' }

const things = { post: 'Beitrag', comment: 'Kommentar', profile: 'Profil' } as const
export const thingOf = ({ target_type }: Pick<ReportCase, 'target_type'>) => things[target_type]

/**
 * Names a case in labels of controls. Of a comment who wrote it too: the post it stands under may be another case, and so
 * may the next comment there.
 */
export function caseName(item: Pick<ReportCase, 'target_type' | 'content' | 'author' | 'profile'>): string {
  const title = item.content?.title
  if (item.target_type === 'comment' && title)
    return `Kommentar von ${item.author?.member?.nickname ?? unknownAuthor} zu „${title}“`
  return title ?? item.profile?.member.nickname ?? thingOf(item)
}

export const goneText = (item: Pick<ReportCase, 'target_type'>) =>
  item.target_type === 'profile' ? '[Gelöschtes Profil]' : `[Gelöschter ${thingOf(item)}]`
/** What can be reset in a profile; the keys are those of `moderate_case`. */
export const profileParts = { nickname: 'Nickname', bio: 'Text über sich', avatar: 'Bild' } as const

export const anonymous = 'Anonym'
export const unknownAuthor = 'Unbekannt'

export const countOfReports = (count: number) => (count === 1 ? '1 Meldung' : `${count} Meldungen`)
export const countOfWarnings = (count: number) => (count === 1 ? '1 Verwarnung' : `${count} Verwarnungen`)
const banLength = (days: number | null) =>
  days === null ? 'dauerhaft' : days === 1 ? 'für einen Tag' : `für ${days} Tage`

type Words = { button: string; key: string; title: string; confirm: string; reasons: ReasonKind }

/** Labels of the four decisions, and which templates their reasons have. */
const actionWords: Record<CaseAction, Words> = {
  dismiss: {
    button: 'Kein Verstoß',
    key: 'A',
    title: 'Meldungen verwerfen',
    confirm: 'Verwerfen',
    reasons: 'dismiss',
  },
  delete: {
    button: 'Löschen',
    key: 'D',
    title: 'Löschen',
    confirm: 'Löschen',
    reasons: 'delete',
  },
  warn: {
    button: 'Verwarnen',
    key: 'W',
    title: 'Verwarnen',
    confirm: 'Verwarnen',
    reasons: 'warn',
  },
  ban: {
    button: 'Sperren',
    key: 'S',
    title: 'Sperren',
    confirm: 'Sperren',
    reasons: 'ban',
  },
}

/** Bans and removes everything of the account; has no reason to give. */
export const spamWords = { button: 'Spam: alles weg', key: 'X' }

/** A profile is not deleted, but reset. */
const resetWords: Words = {
  ...actionWords.delete,
  button: 'Zurücksetzen',
  title: 'Profil zurücksetzen',
  confirm: 'Zurücksetzen',
  reasons: 'reset_profile',
}

export const wordsOf = ({ target_type }: Pick<ReportCase, 'target_type'>, action: CaseAction): Words =>
  target_type === 'profile' && action === 'delete' ? resetWords : actionWords[action]

const outcomes = { ignored: 'Kein Verstoß', deleted: 'Gelöscht', warned: 'Verwarnt', banned: 'Gesperrt' } as const

/** How a closed case ended. A post that could not be deleted was rejected: 'warned' without severity. */
export function outcomeText({ action, severity, days }: NonNullable<ReportCase['decision']>): string {
  if (action === 'warned' && !severity) return 'Abgelehnt'
  if (action === 'warned' && severity) return `${outcomes.warned} (${severityLabels[severity]})`
  return action === 'banned' ? `${outcomes.banned}, ${banLength(days)}` : outcomes[action]
}
