import { addDays, berlinDay, type Day } from '@hot/domain/time/berlin-time'
import { compareKeys } from './compare-keys.ts'
import { hotRank, type RankedPost } from './hot-rank.ts'

export type ListedPost = RankedPost & { id: string; status: string }

/** Activity of a post, the sort key of „Top“. */
const topScore = (post: RankedPost): number => post.hearts - post.poops + post.votes + post.comments

const approved = (posts: readonly ListedPost[]) => posts.filter((post) => post.status === 'approved')

/** Ids of „Heiß“: approved posts by hotness, ties by id, both descending. Slow and obvious: SQL is tested against it. */
export function hotPosts(posts: readonly ListedPost[]): string[] {
  return approved(posts)
    .toSorted((a, b) => hotRank(b) - hotRank(a) || compareKeys(b.id, a.id))
    .map((post) => post.id)
}

/**
 * Ids of „Top“: approved posts by activity, ties by id, both descending; of the last `days` Berlin days, including
 * today.
 */
export function topPosts(posts: readonly ListedPost[], today: Day, days: number | null): string[] {
  const first = days === null ? '' : addDays(today, 1 - days)
  return approved(posts)
    .filter((post) => days === null || (berlinDay(post.created_at) >= first && berlinDay(post.created_at) <= today))
    .toSorted((a, b) => topScore(b) - topScore(a) || compareKeys(b.id, a.id))
    .map((post) => post.id)
}
