import type { AppealStatus, OwnDecision } from '../contract/account/decision.ts'
import { longDateTime } from '../time/german-date.ts'

type Facts = Pick<OwnDecision, 'kind' | 'severity' | 'target_type' | 'ban_days' | 'ends_at'>

const things = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const

/** What was decided, as a heading: "Sperre für 7 Tage". */
export function decisionTitle({ kind, severity, target_type, ban_days }: Facts): string {
  if (kind === 'warned') return severity === 'high' ? 'Verwarnung (Schwerwiegend)' : 'Verwarnung'
  if (kind === 'rejected') return 'Beitrag abgelehnt'
  if (kind === 'deleted') return `${things[target_type]} entfernt`
  if (ban_days === null) return 'Sperre ohne Ende'
  return ban_days === 1 ? 'Sperre für einen Tag' : `Sperre für ${ban_days} Tage`
}

/** Until when a ban of the caller lasts, as a sentence. */
export const banSentence = (until: string | null): string =>
  until ? `Du bist bis ${longDateTime(until)} gesperrt.` : 'Du bist dauerhaft gesperrt.'

/** By whom, and whether after a report. The law asks for this sentence (DSA, Art. 17); no program decides here. */
export const decidedBy = (reported: boolean): string =>
  reported ? 'Von einem Menschen aus dem Team, nach einer Meldung.' : 'Von einem Menschen aus dem Team.'

export const appealTexts: Record<AppealStatus, string> = {
  pending: 'Dein Einspruch wird geprüft',
  upheld: 'Dein Einspruch wurde abgelehnt',
  overturned: 'Dein Einspruch hatte Erfolg',
}
