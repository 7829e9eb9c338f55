import * as z from 'zod/mini'
import type { CommentChange } from '#web/entities/comment/comment-cache.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'

const commentRow = z.object({
  id: z.string(),
  parent_id: z.nullable(z.string()),
  content: z.string(),
  mentions: z.nullable(z.record(z.string(), z.string())),
  edited_at: z.nullable(z.string()),
  deleted_at: z.nullable(z.string()),
  hearts_count: z.number(),
  poops_count: z.number(),
})
const postRow = z.object({ comments_count: z.number() })

/** What a change of a row means for the comments that are shown. */
type LiveNews =
  | { kind: 'new'; id: string; rootId: string }
  | { kind: 'changed'; id: string; change: CommentChange }
  | { kind: 'gone'; id: string }
  | { kind: 'total'; total: number }

/** Reads a realtime row of `comments` or of the post; null when it tells nothing. */
export function liveNews({ table, event, row, old }: RowChange): LiveNews | null {
  if (table === 'community_posts') {
    const post = postRow.safeParse(row)
    return post.success ? { kind: 'total', total: post.data.comments_count } : null
  }
  if (event === 'DELETE') return typeof old.id === 'string' ? { kind: 'gone', id: old.id } : null
  const parsed = commentRow.safeParse(row)
  if (!parsed.success) return null
  const { id, parent_id, content, mentions, edited_at, deleted_at, hearts_count, poops_count } = parsed.data
  if (deleted_at !== null) return { kind: 'gone', id }
  if (event === 'INSERT') return { kind: 'new', id, rootId: parent_id ?? id }
  return { kind: 'changed', id, change: { content, mentions, edited_at, hearts: hearts_count, poops: poops_count } }
}

/** Comments of others that came while the page was open and are not shown yet. */
export type Fresh = readonly { id: string; rootId: string }[]

/** Each once, in the order they came. */
export const withFresh = (fresh: Fresh, id: string, rootId: string): Fresh =>
  fresh.some((one) => one.id === id) ? fresh : [...fresh, { id, rootId }]

/** One was deleted before anybody saw it, or is shown by now. */
export const withoutFresh = (fresh: Fresh, gone: (id: string) => boolean): Fresh =>
  fresh.some(({ id }) => gone(id)) ? fresh.filter(({ id }) => !gone(id)) : fresh

/** Threads to ask for, so that all of them can be shown. */
export const rootsOf = (fresh: Fresh): string[] => [...new Set(fresh.map(({ rootId }) => rootId))]
