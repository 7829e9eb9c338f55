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
