import { epochOf, type Instant } from '@hot/domain/time/berlin-time'

export type RankedPost = { hearts: number; poops: number; votes: number; comments: number; created_at: Instant }

/** Seconds of age that weigh as much as ten times the activity (12.5 hours). */
const secondsPerDecade = 45_000

/**
 * Order of „Heiß“: `sign(s)·log10(max(1,|s|)) + epoch(created_at)/45000` with
 * s = hearts − poops + votes + comments and the epoch in seconds. Only the order means anything.
 */
export function hotRank(post: RankedPost): number {
  const s = post.hearts - post.poops + post.votes + post.comments
  return Math.sign(s) * Math.log10(Math.max(1, Math.abs(s))) + epochOf(post.created_at) / 1000 / secondsPerDecade
}
