import type { CommentsPage } from '@hot/domain/contract/post'
import type { InfiniteData } from '@tanstack/react-query'

export type Thread = CommentsPage['items'][number]
export type CommentPages = InfiniteData<CommentsPage, string | null>

/** All threads once, in order: one that moved between two pages, or was put on top, comes with both. */
export function threadsOf(pages: CommentPages['pages'], except?: string): Thread[] {
  const seen = new Set<string | undefined>([except])
  return pages.flatMap((page) => page.items.filter(({ id }) => !seen.has(id) && seen.add(id)))
}
