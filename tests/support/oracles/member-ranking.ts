import { compareKeys } from './compare-keys.ts'

const day = 24 * 60 * 60 * 1000
/** The time window of Meinungsmacher and Karma Champions. */
const chartWindowDays = 30
const week = 7 * day
/** The number of places in a chart of members. */
const memberPlaces = 100

export type ChartWindow = '30' | 'all'
export type MemberPlace = { member: string; rank: number; value: number; rank_week_ago: number | null }
/** Instants are epoch milliseconds. */
export type Act = { post_id: string; user_id: string; at: number }
export type AuthoredPost = { id: string; author_id: string | null; status: string }
export type LedgerEntry = { user_id: string; delta: number; at: number }

/**
 * Meinungsmacher: members by distinct other members who voted on, reacted to or commented on their approved posts.
 * `acts` contains all current votes, reactions and comments. Slow and obvious: SQL is tested against it.
 */
export function opinionMakers(
  members: ReadonlyMap<string, string>,
  posts: readonly AuthoredPost[],
  acts: readonly Act[],
  window: ChartWindow,
  now: number,
): MemberPlace[] {
  const people = (author: string, from: number, to: number) => {
    const own = new Set(
      posts.filter((post) => post.status === 'approved' && post.author_id === author).map((post) => post.id),
    )
    const answered = acts.filter((act) => own.has(act.post_id) && act.at >= from && act.at < to)
    return new Set(answered.map((act) => act.user_id).filter((user) => user !== author)).size
  }
  return rankMembers(members, people, window, now)
}

/** Karma Champions: members by the sum of their ledger. */
export function karmaChampions(
  members: ReadonlyMap<string, string>,
  ledger: readonly LedgerEntry[],
  window: ChartWindow,
  now: number,
): MemberPlace[] {
  const karma = (member: string, from: number, to: number) =>
    ledger
      .filter((entry) => entry.user_id === member && entry.at >= from && entry.at < to)
      .reduce((sum, entry) => sum + entry.delta, 0)
  return rankMembers(members, karma, window, now)
}

/**
 * Places by value, ties by profile slug, positive values only; the rank of a week ago is the place by the same
 * measure then, null without a value then. `members`: id → slug of those with a public profile.
 */
function rankMembers(
  members: ReadonlyMap<string, string>,
  measure: (member: string, from: number, to: number) => number,
  window: ChartWindow,
  now: number,
): MemberPlace[] {
  const since = (end: number) => (window === '30' ? end - chartWindowDays * day : Number.NEGATIVE_INFINITY)
  const places = (end: number, to: number) =>
    [...members]
      .map(([member, slug]) => ({ member, slug, value: measure(member, since(end), to) }))
      .filter(({ value }) => value > 0)
      .toSorted((a, b) => b.value - a.value || compareKeys(a.slug, b.slug))
  const before = places(now - week, now - week)
  return places(now, Number.POSITIVE_INFINITY)
    .slice(0, memberPlaces)
    .map(({ member, value }, index) => {
      const place = before.findIndex((one) => one.member === member)
      return { member, rank: index + 1, value, rank_week_ago: place < 0 ? null : place + 1 }
    })
}
