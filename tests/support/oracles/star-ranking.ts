import { minWeighingVotes, questions } from '@hot/domain/star/hot-score'
import { searchFold } from '@hot/domain/text/search-fold'
import { type Day, daysBetween } from '@hot/domain/time/berlin-time'
import { compareKeys } from './compare-keys.ts'
import { hotScore, type QuestionMeans, type StarVotes } from './star-score.ts'

export type RankableStar = {
  id: string
  first_name: string
  last_name: string
  nickname: string | null
  is_active: boolean
  /** Qualifying votes only. */
  votes: StarVotes
}
export type ScoredStar = { id: string; score: number; votes: number; sortKey: string }

/** The maximum age of a snapshot of "a week ago", so that a missed night makes no star "new". */
const weekInDays = { least: 7, most: 13 }

export const votesOf = (star: RankableStar): number =>
  questions.reduce((count, question) => count + star.votes[question].length, 0)

/** The sort key of an alphabetical list: folded first and last name, else the nickname. */
function starSortKey(star: Pick<RankableStar, 'first_name' | 'last_name' | 'nickname'>): string {
  return searchFold(`${star.first_name} ${star.last_name}`) || searchFold(star.nickname ?? '')
}

/**
 * HoT Bestenliste, first place first: active stars with at least five qualifying votes over all questions, by score,
 * then number of votes, then name (then id). Slow and obvious: SQL is tested against it.
 */
export function rankStars(stars: readonly RankableStar[], means: QuestionMeans): ScoredStar[] {
  return stars
    .filter((star) => star.is_active && votesOf(star) >= minWeighingVotes)
    .map((star) => ({
      id: star.id,
      score: hotScore(star.votes, means),
      votes: votesOf(star),
      sortKey: starSortKey(star),
    }))
    .toSorted(
      (a, b) => b.score - a.score || b.votes - a.votes || compareKeys(a.sortKey, b.sortKey) || compareKeys(a.id, b.id),
    )
}

export type RankSnapshot = { day: Day; star_id: string; rank: number }

/** Rank of a week ago for the trend: of the latest snapshot 7 to 13 days old; null when the star was not in it. */
export function rankWeekAgo(snapshots: readonly RankSnapshot[], starId: string, today: Day): number | null {
  const age = ({ day }: RankSnapshot) => daysBetween(day, today)
  const old = snapshots.filter((one) => age(one) >= weekInDays.least && age(one) <= weekInDays.most)
  const latest = old
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  return old.find(({ day, star_id }) => day === latest && star_id === starId)?.rank ?? null
}
