import { type KarmaReason, karmaDeltas } from '@hot/domain/member/karma'

export type KarmaEntry = { user_id: string; reason: KarmaReason; delta: number; source: string }
type Reaction = { user_id: string; reaction: 'heart' | 'poop' }

/** The causes of the ledger's entries in their current state. */
export type KarmaCauses = {
  banned: ReadonlySet<string>
  /** Members of staff, whose own posts need no approval. */
  team: ReadonlySet<string>
  posts: readonly { id: string; author_id: string | null; status: string; moderated_by: string | null }[]
  rumors: readonly { post_id: string; rumor_status: 'unverified' | 'verified' | 'debunked' }[]
  comments: readonly { id: string; author_id: string | null; removed_by_team: boolean }[]
  postReactions: readonly (Reaction & { post_id: string })[]
  commentReactions: readonly (Reaction & { comment_id: string })[]
}

/** Whether a reaction changes the author's karma: not from oneself, not from a banned account. */
export function reactionCounts(authorId: string, actor: { id: string; banned: boolean }): boolean {
  return actor.id !== authorId && !actor.banned
}

/** How many poops of one member on another's posts and comments count at a time. */
const poopsThatCount = 3

/**
 * The karma ledger computed from its causes, without undone ones. Slow and obvious: the triggers that maintain
 * karma_events are tested against it. It has all poops; `withoutMany` bounds them.
 */
export function karmaLedger(causes: KarmaCauses): KarmaEntry[] {
  const posts = new Map(causes.posts.map((post) => [post.id, post]))
  const comments = new Map(causes.comments.map((comment) => [comment.id, comment]))
  const entry = (user_id: string | null | undefined, reason: KarmaReason, source: string): KarmaEntry[] =>
    user_id ? [{ user_id, reason, delta: karmaDeltas[reason], source }] : []
  const reaction = (author: string | null | undefined, kind: 'post' | 'comment', id: string, by: Reaction) => {
    const counts = reactionCounts(author ?? '', { id: by.user_id, banned: causes.banned.has(by.user_id) })
    return counts ? entry(author, `${kind}_${by.reaction}`, `${id}:${by.user_id}`) : []
  }
  return [
    ...causes.posts.flatMap((post) => {
      const byTeam = causes.team.has(post.author_id ?? '') && post.moderated_by === null
      if (post.status === 'approved' && !byTeam) return entry(post.author_id, 'post_approved', post.id)
      return post.status === 'rejected' ? entry(post.author_id, 'post_rejected', post.id) : []
    }),
    ...causes.rumors.flatMap(({ post_id, rumor_status }) =>
      rumor_status === 'unverified' ? [] : entry(posts.get(post_id)?.author_id, `rumor_${rumor_status}`, post_id),
    ),
    ...causes.comments.flatMap((comment) =>
      comment.removed_by_team ? entry(comment.author_id, 'comment_removed', comment.id) : [],
    ),
    ...causes.postReactions.flatMap((one) => reaction(posts.get(one.post_id)?.author_id, 'post', one.post_id, one)),
    ...causes.commentReactions.flatMap((one) =>
      reaction(comments.get(one.comment_id)?.author_id, 'comment', one.comment_id, one),
    ),
  ]
}

/** Who is meant by a reaction and whose it is. */
const pairOf = ({ user_id, source }: KarmaEntry) => `${user_id} ${source.split(':')[1]}`
const isPoop = ({ reason }: KarmaEntry) => reason === 'post_poop' || reason === 'comment_poop'

/** The ledger without the poops of a pair that do not count: which of them do, says `stored`, how many, the rule. */
export function withoutMany(ledger: readonly KarmaEntry[], stored: readonly KarmaEntry[]): KarmaEntry[] {
  const kept = new Set(stored.filter(isPoop).map(({ source }) => source))
  const counted = new Map<string, number>()
  const poops = ledger
    .filter(isPoop)
    .toSorted((one, other) => Number(kept.has(other.source)) - Number(kept.has(one.source)))
  const counting = poops.filter((entry) => {
    const before = counted.get(pairOf(entry)) ?? 0
    counted.set(pairOf(entry), before + 1)
    return before < poopsThatCount
  })
  return [...ledger.filter((entry) => !isPoop(entry)), ...counting]
}
