import type { PostType } from './kinds.ts'

/** Days within which an admin can restore a deleted post. */
export const restoreDays = 30

/** Maximum number of posts per decision. */
export const decisionBatchMax = 50

const kinds = { gerücht: 'rumor', umfrage: 'poll', diskussion: 'discussion' } as const satisfies Record<
  string,
  PostType
>

/** What the admin list calls a kind of post. */
export type AdminPostKind = keyof typeof kinds
export const adminPostKinds = Object.keys(kinds) as AdminPostKind[]

/** The post type for a German label of the admin list. */
export const postTypeOfKind = (kind: AdminPostKind): PostType => kinds[kind]

/** What became of a decision about a post; `gone` stands for a post that is not there (any more). */
export const decisionOutcomes = ['done', 'decided', 'changed', 'gone', 'own', 'sensitive', 'unsourced'] as const
/** What became of restoring a post. */
export const restoreOutcomes = ['done', 'gone', 'restored', 'present', 'expired'] as const

/** `by`: who was quicker; null when that is not known. */
type Answer<Outcome> = { outcome: Outcome; by: string | null }

const named = (by: string | null) => by ?? 'Jemand anderes aus dem Team'

/** German message for staff when a decision changed nothing; null when it succeeded. */
export function postOutcomeText({ outcome, by }: Answer<(typeof decisionOutcomes)[number]>): string | null {
  if (outcome === 'done') return null
  if (outcome === 'decided') return `${named(by)} war schneller. Deine Entscheidung hat nichts geändert.`
  if (outcome === 'changed') return 'Der Beitrag wurde inzwischen geändert. Lies ihn noch einmal und entscheide dann.'
  if (outcome === 'own') return 'Über deine eigenen Beiträge entscheidet jemand anderes aus dem Team.'
  if (outcome === 'sensitive') return 'Heikel: Das geben wir nur einzeln frei, nach einer Rückfrage.'
  if (outcome === 'unsourced') return 'Ohne Quelle über einen Menschen: Das geben wir nur einzeln frei, mit Begründung.'
  return by ? `Beitrag nicht gefunden. ${by} hat ihn gelöscht.` : 'Beitrag nicht gefunden'
}

/** The same for restoring a post. */
export function restoreOutcomeText({ outcome, by }: Answer<(typeof restoreOutcomes)[number]>): string | null {
  if (outcome === 'done') return null
  if (outcome === 'restored') return `${named(by)} hat den Beitrag schon wiederhergestellt.`
  if (outcome === 'present') return 'Der Beitrag ist da. Es gibt nichts wiederherzustellen.'
  if (outcome === 'expired')
    return `Die ${restoreDays} Tage sind vorbei. Der Beitrag lässt sich nicht mehr wiederherstellen.`
  return 'Beitrag nicht gefunden'
}
