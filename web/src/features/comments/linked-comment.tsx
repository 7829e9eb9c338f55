import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseQuery } from '@tanstack/react-query'
import { use, useEffect, useId, useRef } from 'react'
import { CommentedPostContext } from '#web/entities/comment/commented-post.ts'
import { commentThreadQuery } from '#web/entities/comment/comments-queries.ts'
import type { Thread } from '#web/entities/comment/threads.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { CommentThread } from './comment-item.tsx'

type Props = { id: string; now: Instant }

const isGone = (thread: Thread, id: string) =>
  [thread, ...thread.replies].some((comment) => comment.id === id && comment.is_deleted)

/** What a link leads to, with its round, wherever it stands in the order: shown, and the place where reading goes on. */
export function LinkedComment({ id, now }: Props) {
  const titleId = useId()
  const post = use(CommentedPostContext)
  const place = useRef<HTMLElement>(null)
  const { data } = useSuspenseQuery(commentThreadQuery(id))
  const thread = data?.post.id === post.id ? data.thread : null
  useEffect(() => {
    const comment = document.getElementById(`kommentar-${id}`) ?? place.current
    if (!comment) return
    comment.tabIndex = -1
    comment.focus({ preventScroll: true })
    comment.scrollIntoView({ block: 'center' })
  }, [id])
  return (
    <section ref={place} aria-labelledby={titleId} className="linked-comment">
      <p id={titleId} className="meta">
        Verlinkter Kommentar
      </p>
      {(!thread || isGone(thread, id)) && <Note kind="warn">Diesen Kommentar gibt es nicht mehr.</Note>}
      {thread && <CommentThread thread={thread} now={now} />}
    </section>
  )
}
