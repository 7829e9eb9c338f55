import type { PostPage } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { use, useEffect, useId, useMemo, useRef } from 'react'
import {
  CommentedPostContext,
  type CommentSort,
  commentsQuery,
  commentThreadQuery,
  type Thread,
  threadsOf,
} from '#web/entities/comment/api.ts'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFoot } from '#web/ui/data/paged-list.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { CommentThread } from './comment-item.tsx'
import { CommentToolsContext, useMemberTools } from './comment-tools.ts'
import { WriteComment } from './write/write-comment.tsx'

type CommentListProps = {
  post: PostPage
  sort: CommentSort
  /** Cursor to begin after. */
  after: string | undefined
  /** Id of the comment that a link leads to. */
  linked: string | undefined
  now: Instant
}

/** Comments of a post: best or newest first, replies beneath their comment. */
export function CommentList({ post, sort, after, linked, now }: CommentListProps) {
  const id = useId()
  const list = useSuspenseInfiniteQuery(commentsQuery(post.id, sort, after))
  const tools = useMemberTools()
  const authorId = post.author?.id ?? null
  const commented = useMemo(() => ({ id: post.id, authorId }), [post.id, authorId])
  const linkedThread = useQuery({ ...commentThreadQuery(linked ?? ''), enabled: linked !== undefined })
  const { pages } = list.data
  const linkedRoot = linkedThread.data?.thread.id
  const threads = useMemo(() => threadsOf(pages, linkedRoot), [pages, linkedRoot])
  const total = pages[0]?.total ?? 0
  return (
    <CommentedPostContext value={commented}>
      <CommentToolsContext value={tools}>
        <section id="kommentare" aria-labelledby={id} className="mt-4 scroll-mt-20">
          <SectionHead id={id} title={total === 1 ? '1 Kommentar' : `${formatCount(total)} Kommentare`}>
            <SortLinks post={post} sort={sort} />
          </SectionHead>
          <WriteComment />
          {tools && <tools.UnsentComments root={null} />}
          {tools && <tools.LiveComments threads={threads} />}
          {linked && <LinkedComment id={linked} now={now} />}
          {threads.length === 0 && !linked ? (
            <EmptyState emoji="🦗" title="Verdächtig ruhig hier. Weißt du was?" />
          ) : (
            <>
              {threads.map((thread) => (
                <CommentThread key={thread.id} thread={thread} now={now} />
              ))}
              <ListFoot
                list={list}
                href={nextHref(post, sort, pages.at(-1)?.next)}
                automatic={false}
                more="Weitere Kommentare"
              />
            </>
          )}
        </section>
      </CommentToolsContext>
    </CommentedPostContext>
  )
}

/** Where the comments go on, for readers without JavaScript. */
function nextHref(post: PostPage, sort: CommentSort, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const search = new URLSearchParams(sort === 'new' ? { kommentare: 'neu', nach: next } : { nach: next })
  return `${postPath(post)}?${search}#kommentare`
}

function SortLinks({ post, sort }: { post: PostPage; sort: CommentSort }) {
  const link = (value: CommentSort, label: string) => (
    <Link
      to={postPath(post)}
      search={value === 'new' ? { kommentare: 'neu' } : {}}
      hash="kommentare"
      aria-current={sort === value ? 'true' : undefined}
      activeOptions={{ exact: true }}
      resetScroll={false}
      replace
    >
      {label}
    </Link>
  )
  return (
    <Segmented label="Reihenfolge der Kommentare">
      {link('best', 'Beste')}
      {link('new', 'Neu')}
    </Segmented>
  )
}

type LinkedCommentProps = { id: string; now: Instant }

const isGone = (thread: Thread, id: string) =>
  [thread, ...thread.replies].some((comment) => comment.id === id && comment.is_deleted)

/** What a link leads to, with its round, wherever it stands in the order: shown, and the place where reading goes on. */
function LinkedComment({ id, now }: LinkedCommentProps) {
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
