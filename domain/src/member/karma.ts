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

/** The reasons as shown to the member. */
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

/** `+2` or `−1`, with a typographic minus sign. */
export const signedKarma = (delta: number): string => (delta < 0 ? `−${Math.abs(delta)}` : `+${delta}`)
