import { searchFold } from '../text/search-fold.ts'

/** Entries shown by default. */
const trendingDefaultCount = 5

type Trendable = { name: string; participants: number; next_episode: unknown }

/** The first `count` formats: those with a next episode first, then by participants (most first), then by name. */
export function trendingFormats<T extends Trendable>(formats: readonly T[], count = trendingDefaultCount): T[] {
  return formats.toSorted(byTrend).slice(0, count)
}

function byTrend(a: Trendable, b: Trendable): number {
  const upcoming = Number(b.next_episode != null) - Number(a.next_episode != null)
  return upcoming || b.participants - a.participants || byKey(searchFold(a.name), searchFold(b.name))
}

/** Compares code units, because collations differ between Node, browsers and PostgreSQL. */
function byKey(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
