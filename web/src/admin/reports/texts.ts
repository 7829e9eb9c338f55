import type { ReportCase } from '@hot/domain/contract/admin/reports'
import type { Severity } from '@hot/domain/moderation/case-rules'
import type { CaseAction } from './api.ts'

export const severityLabels: Record<Severity, string> = { low: 'Leicht', medium: 'Mittel', high: 'Schwerwiegend' }

const things = { post: 'Beitrag', comment: 'Kommentar', profile: 'Profil' } as const
export const thingOf = ({ target_type }: Pick<ReportCase, 'target_type'>) => things[target_type]

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

type Words = { button: string; key: string; title: string; confirm: string; templates: readonly string[] }

/** Labels of the four decisions, and templates for their reasons. */
const actionWords: Record<CaseAction, Words> = {
  dismiss: {
    button: 'Kein Verstoß',
    key: 'A',
    title: 'Meldungen verwerfen',
    confirm: 'Verwerfen',
    templates: [
      'Kein Verstoß gegen die Community-Guidelines.',
      'Zulässige Meinung über einen Auftritt im Fernsehen.',
      'Spoiler ist im Titel gekennzeichnet.',
    ],
  },
  delete: {
    button: 'Löschen',
    key: 'D',
    title: 'Löschen',
    confirm: 'Löschen',
    templates: [
      'Beleidigt oder setzt jemanden herab.',
      'Behauptet Tatsachen über einen echten Menschen, die sich nicht belegen lassen.',
      'Nennt private Daten.',
      'Werbung oder Spam.',
      'Rechtswidriger Inhalt.',
      'Spoiler ohne Warnung im Titel.',
    ],
  },
  warn: {
    button: 'Verwarnen',
    key: 'W',
    title: 'Verwarnen',
    confirm: 'Verwarnen',
    templates: [
      'Du hast jemanden beleidigt. Bleib fair zur Person.',
      'Du hast Privates über jemanden geschrieben.',
      'Du hast eine Behauptung als Tatsache ausgegeben.',
      'Du hast Werbung oder Spam gepostet.',
    ],
  },
  ban: {
    button: 'Sperren',
    key: 'S',
    title: 'Sperren',
    confirm: 'Sperren',
    templates: [
      'Wiederholte Verstöße trotz Verwarnung.',
      'Schwere Beleidigung oder Drohung.',
      'Rechtswidrige Inhalte.',
      'Spam-Konto.',
    ],
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
  templates: [
    'Dein Nickname beleidigt jemanden oder gibt sich als jemand anderes aus.',
    'Dein Bild zeigt etwas, das hier nicht hingehört.',
    'Der Text über dich verstößt gegen die Regeln.',
    'Werbung oder Spam im Profil.',
  ],
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
