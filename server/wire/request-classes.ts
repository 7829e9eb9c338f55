import type { Classify } from '@hot/embedded/gateway/gateway'
import type { RequestClass } from '@hot/embedded/queue/request-class'

/**
 * Whose turn is next at the database when more comes than it can carry (docs/product/network.md): what people wrote, then
 * what they read, then votes, then what is only counted. `patience`: who would wait longer is asked to come again, which the
 * app does by itself.
 */
const TEXTS: RequestClass = { lane: 0, patience: 20_000 }
const READS: RequestClass = { lane: 1, patience: 5_000 }
const VOTES: RequestClass = { lane: 2, patience: 1_500 }
const COUNTS: RequestClass = { lane: 3, patience: 1_000 }

const NAMES: readonly (readonly [RequestClass, readonly string[]])[] = [
  [TEXTS, ['comments', 'community_posts', 'rpc/create_post', 'rpc/report_content', 'rpc/hold_comment']],
  [VOTES, ['rumor_votes', 'poll_votes', 'drama_votes', 'realness_votes', 'demand_votes']],
  [VOTES, ['post_reactions', 'comment_reactions', 'post_stickers', 'star_fans', 'saved_posts']],
  [COUNTS, ['analytics_events', 'user_sessions', 'comment_reads']],
]

/** By path. A write that is not named has the place of reading. */
const WRITES: ReadonlyMap<string, RequestClass> = new Map(
  NAMES.flatMap(([urgency, names]) => names.map((name) => [`/rest/v1/${name}`, urgency] as const)),
)

/** Kinds that come by hundreds at once, and are single rows. */
const TOGETHER: ReadonlySet<RequestClass> = new Set([TEXTS, VOTES])

export const classify: Classify = (request) => {
  if (request.method === 'GET' || request.method === 'HEAD') return READS
  const { pathname } = new URL(request.url)
  const urgency = WRITES.get(pathname) ?? READS
  const isRow = request.method === 'POST' && !pathname.startsWith('/rest/v1/rpc/')
  return isRow && TOGETHER.has(urgency) ? { ...urgency, together: pathname } : urgency
}
