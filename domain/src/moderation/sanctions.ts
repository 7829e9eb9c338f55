import { longDateTime } from '../time/german-date.ts'
import type { Severity } from './case-rules.ts'

/** What a member is told of as a decision. */
export const decisionKinds = ['warned', 'rejected', 'deleted', 'edited', 'banned'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** A rejection of a change only, or hiding until something is cleared. SQL: `moderation_actions.scope`. */
export const decisionScopes = ['change', 'hidden'] as const
export type DecisionScope = (typeof decisionScopes)[number]

/** What the team changed in a post. SQL: `moderation_actions.changed`. */
export const changedParts = {
  title: 'Titel',
  content: 'Text',
  tags: 'Tags',
  source: 'Quelle',
  address: 'frühere Adresse',
} as const
type ChangedPart = keyof typeof changedParts
/** Of an edit: parts of a post, or what became of a star's statement above one. */
export const changes = [...(Object.keys(changedParts) as ChangedPart[]), 'statement', 'statement_gone'] as const
export type Change = (typeof changes)[number]

const isPart = (change: Change): change is ChangedPart => change in changedParts

/** `Titel, Text und Quelle` */
export const changedText = (changed: readonly Change[]): string =>
  new Intl.ListFormat('de').format(changed.filter(isPart).map((part) => changedParts[part]))

/** Whether an edit was one of the statement above a post: it is gone, or has other words. */
export function statementChange(changed: readonly Change[] | null | undefined): 'gone' | 'changed' | null {
  if (changed?.includes('statement_gone')) return 'gone'
  return changed?.includes('statement') ? 'changed' : null
}

type Facts = {
  kind: DecisionKind
  severity: Severity | null
  target_type: 'post' | 'comment' | 'profile'
  /** Bans only; null: permanent. */
  ban_days: number | null
  scope?: DecisionScope | null
  /** Edits only. */
  changed?: readonly Change[] | null
}

const things = { post: 'Beitrag', comment: 'Kommentar' } as const

/** Heading of a decision, such as "Sperre für 7 Tage". */
export function decisionTitle({ kind, severity, target_type, ban_days, scope = null, changed }: Facts): string {
  if (kind === 'warned') return severity === 'high' ? 'Verwarnung (Schwerwiegend)' : 'Verwarnung'
  if (kind === 'rejected') {
    if (scope) return scope === 'hidden' ? 'Beitrag ausgeblendet' : 'Änderung abgelehnt'
    return target_type === 'comment' ? 'Kommentar abgelehnt' : 'Beitrag abgelehnt'
  }
  if (kind === 'deleted') return target_type === 'profile' ? 'Profil zurückgesetzt' : `${things[target_type]} entfernt`
  if (kind === 'edited') {
    const statement = statementChange(changed)
    return statement ? `Stellungnahme ${statement === 'gone' ? 'entfernt' : 'geändert'}` : 'Beitrag geändert'
  }
  if (ban_days === null) return 'Sperre ohne Ende'
  return ban_days === 1 ? 'Sperre für einen Tag' : `Sperre für ${ban_days} Tage`
}

/** A sentence about how long the member's ban lasts. `until` null: permanently. */
export const banSentence = (until: string | null): string =>
  until ? `Du bist bis ${longDateTime(until)} gesperrt.` : 'Du bist dauerhaft gesperrt.'

/**
 * Who drew the team's attention to something: people, or a program. SQL: `origin` of reports and moderation_actions. `address`, of bans
 * only: a person decided, and a program knew the member again.
 */
export const decisionOrigins = ['person', 'rule', 'list', 'classifier', 'address'] as const
export type DecisionOrigin = (typeof decisionOrigins)[number]

/** What is said of the programs, in every statement of reasons. */
export const foundBy = {
  rule: 'Aufgefallen ist es einem Programm, nach einer Regel, die das Team aufgestellt hat.',
  list: 'Aufgefallen ist es einem Programm, das auf Wörter zu heiklen Themen achtet.',
  classifier: 'Aufgefallen ist es einem Programm, das Beiträge auf heikle Themen liest.',
  address: 'Wiedererkannt hat dich ein Programm, an deiner Mail-Adresse.',
} as const satisfies Record<Exclude<DecisionOrigin, 'person'>, string>

/** Says that a person decided, and whether after a report or the hint of a program, as the law requires (DSA, Art. 17). */
export function decidedBy({ reported, origin }: { reported: boolean; origin: DecisionOrigin }): string {
  if (origin !== 'person') return `Von einem Menschen aus dem Team. ${foundBy[origin]}`
  return reported ? 'Von einem Menschen aus dem Team, nach einer Meldung.' : 'Von einem Menschen aus dem Team.'
}

/** What is said of an appeal, by its state. */
export const appealTexts = {
  pending: 'Dein Einspruch wird geprüft',
  upheld: 'Dein Einspruch wurde abgelehnt',
  overturned: 'Dein Einspruch hatte Erfolg',
} as const
export type AppealStatus = keyof typeof appealTexts
export const appealStatuses = Object.keys(appealTexts) as AppealStatus[]

/** The parts of a decision and of the caller's status that the moderation dialog reads. */
type Sanction = { id: string; action: string; created_at: string }
export type SanctionStatus = { is_banned: boolean; decisions: readonly Sanction[] }

/** When the newest warning and ban shown on this device were decided; null: none shown yet. */
export type Shown = { warning: string | null; ban: string | null }
export type SanctionKind = keyof Shown

const newest = (status: SanctionStatus, action: string): Sanction | undefined =>
  status.decisions
    .filter((decision) => decision.action === action)
    .reduce<Sanction | undefined>(
      (latest, next) => (latest && Date.parse(latest.created_at) >= Date.parse(next.created_at) ? latest : next),
      undefined,
    )

const isNewer = (instant: string, shown: string | null) => shown === null || Date.parse(instant) > Date.parse(shown)

/** The sanction to show now, if any: only one newer than those already shown. A current ban comes before a warning. */
export function nextSanction(status: SanctionStatus, shown: Shown): { kind: SanctionKind; sanction: Sanction } | null {
  const ban = status.is_banned ? newest(status, 'banned') : undefined
  if (ban && isNewer(ban.created_at, shown.ban)) return { kind: 'ban', sanction: ban }
  const warning = newest(status, 'warned')
  if (warning && isNewer(warning.created_at, shown.warning)) return { kind: 'warning', sanction: warning }
  return null
}
