import { memo, Suspense } from 'react'
import { latePart, onceInView } from '#web/lib/hydration/late-part.tsx'
import type { CommentListProps } from './comment-list.tsx'

const inView = onceInView('#kommentare')

/** Members get their tools and news at once, and a link to a comment scrolls there. */
const isAwaited = () =>
  document.documentElement.dataset.viewer !== undefined || new URLSearchParams(location.search).has('kommentar')

const Comments = latePart<CommentListProps>(
  async () => {
    if (!isAwaited()) await inView()
  },
  () => import('./comment-list.tsx'),
)

/** For the loader in the browser: comments then appear with their post. */
export const loadComments = (): Promise<unknown> | undefined => (import.meta.env.SSR ? undefined : Comments.preload())

/** The comments of a post, below what is seen first. Votes render the post again, and must not reach the boundary. */
export const LateComments = memo(function LateComments(props: CommentListProps) {
  return (
    <Suspense>
      <Comments {...props} />
    </Suspense>
  )
})
