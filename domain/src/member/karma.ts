/** Reasons and points of karma (docs/product/charts.md). */
export const karmaDeltas = {
  post_heart: 2,
  comment_heart: 1,
  post_poop: -1,
  comment_poop: -1,
  post_approved: 3,
  post_rejected: -3,
  rumor_verified: 10,
  rumor_debunked: -5,
  comment_removed: -3,
} as const
export type KarmaReason = keyof typeof karmaDeltas

/** Sum of a member's ledger. Undoing a cause removes its entry, so there are no counter-entries. */
export function karmaOf(reasons: readonly KarmaReason[]): number {
  return reasons.reduce((karma, reason) => karma + karmaDeltas[reason], 0)
}

/** Whether a reaction moves the author's karma: not from oneself, not from a banned account. */
export function reactionCounts(authorId: string, actor: { id: string; banned: boolean }): boolean {
  return actor.id !== authorId && !actor.banned
}

/** Why there is karma, to the member who has it. */
export const karmaTexts: Record<KarmaReason, string> = {
  post_heart: 'Herz auf deinen Beitrag',
  comment_heart: 'Herz auf deinen Kommentar',
  post_poop: '💩 auf deinen Beitrag',
  comment_poop: '💩 auf deinen Kommentar',
  post_approved: 'Dein Beitrag ist freigegeben',
  post_rejected: 'Dein Beitrag ist abgelehnt',
  rumor_verified: 'Dein Gerücht stimmt',
  rumor_debunked: 'Dein Gerücht ist widerlegt',
  comment_removed: 'Dein Kommentar ist entfernt',
}

/** `+2`, `−1`: with a real minus, as German sets it. */
export const signedKarma = (delta: number): string => (delta < 0 ? `−${Math.abs(delta)}` : `+${delta}`)
