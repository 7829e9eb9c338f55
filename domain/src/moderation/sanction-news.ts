/** What the moderation dialog compares: warnings that count, and bans while one stands. */
type Sanction = { id: string; action: string; created_at: string }
export type SanctionStatus = { is_banned: boolean; decisions: readonly Sanction[] }

/** Instants of the newest warning and ban that were shown, of one member on this device; null: none yet. */
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

/**
 * What the member must be shown now: once per new item, again only for one newer than the stored
 * instant. The ban comes first; one that has ended is not shown.
 */
export function nextSanction(status: SanctionStatus, shown: Shown): { kind: SanctionKind; sanction: Sanction } | null {
  const ban = status.is_banned ? newest(status, 'banned') : undefined
  if (ban && isNewer(ban.created_at, shown.ban)) return { kind: 'ban', sanction: ban }
  const warning = newest(status, 'warned')
  if (warning && isNewer(warning.created_at, shown.warning)) return { kind: 'warning', sanction: warning }
  return null
}
