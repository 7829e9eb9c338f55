import type { ReportCase } from '@hot/domain/contract/admin/reports'
import type { Severity } from '@hot/domain/moderation/case-rules'
import type { CaseAction } from './api.ts'

export const severityLabels: Record<Severity, string> = { low: 'Leicht', medium: 'Mittel', high: 'Schwerwiegend' }

export const thingOf = ({ target_type }: Pick<ReportCase, 'target_type'>) =>
  target_type === 'post' ? 'Beitrag' : 'Kommentar'

export const goneText = (item: Pick<ReportCase, 'target_type'>) => `[Gelöschter ${thingOf(item)}]`
export const anonymous = 'Anonym'
export const unknownAuthor = 'Unbekannt'

export const countOfReports = (count: number) => (count === 1 ? '1 Meldung' : `${count} Meldungen`)
export const countOfWarnings = (count: number) => (count === 1 ? '1 Verwarnung' : `${count} Verwarnungen`)
const banLength = (days: number | null) =>
  days === null ? 'dauerhaft' : days === 1 ? 'für einen Tag' : `für ${days} Tage`

type Words = { button: string; key: string; title: string; confirm: string; templates: readonly string[] }

/** Labels of the four decisions, and templates for their reasons. */
export const actionWords: Record<CaseAction, Words> = {
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

const outcomes = { ignored: 'Kein Verstoß', deleted: 'Gelöscht', warned: 'Verwarnt', banned: 'Gesperrt' } as const

/** How a closed case ended. A post that could not be deleted was rejected: 'warned' without severity. */
export function outcomeText({ action, severity, days }: NonNullable<ReportCase['decision']>): string {
  if (action === 'warned' && !severity) return 'Abgelehnt'
  if (action === 'warned' && severity) return `${outcomes.warned} (${severityLabels[severity]})`
  return action === 'banned' ? `${outcomes.banned}, ${banLength(days)}` : outcomes[action]
}
