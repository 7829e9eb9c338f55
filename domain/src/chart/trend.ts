export type Trend = { kind: 'up' | 'down' | 'same' | 'new'; by: number }

/** Movement since last week: rank 1 is best, so a smaller rank is `up`. `by` counts places, 0 for `same` and `new`. */
export function trendOf(rank: number, rankWeekAgo: number | null): Trend {
  if (rankWeekAgo === null) return { kind: 'new', by: 0 }
  const gained = rankWeekAgo - rank
  if (gained === 0) return { kind: 'same', by: 0 }
  return { kind: gained > 0 ? 'up' : 'down', by: Math.abs(gained) }
}
