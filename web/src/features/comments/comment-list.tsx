import type { Comment, PostPage } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, use, useEffect, useId, useMemo, useRef } from 'react'
import {
  CommentedPostContext,
  type CommentSort,
  commentsQuery,
  commentThreadQuery,
  type Thread,
  threadsOf,
} from '#web/entities/comment/api.ts'
import { CommentLayout, CommentText } from '#web/entities/comment/comment-layout.tsx'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { ReactionButton } from '#web/entities/post/reactions/post-reactions.tsx'
import { requestReport } from '#web/entities/post/report-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { CommentToolsContext, useCommentAct, useMemberTools } from './comment-tools.ts'
import { openForm, useOpenForm } from './open-form.ts'

type CommentListProps = {
  post: PostPage
  sort: CommentSort
  /** Cursor of the comment to start after. */
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
          <SectionHead id={id} title={countOf(total, 'Kommentar', 'Kommentare')}>
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
              <ListFooter
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

/** URL of the next page of comments, for readers without JavaScript. */
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

/** The linked comment with its thread, above the list whatever the sort order. The linked comment gets the focus. */
function LinkedComment({ id, now }: LinkedCommentProps) {
  const titleId = useId()
  const post = use(CommentedPostContext)
  const section = useRef<HTMLElement>(null)
  const { data } = useSuspenseQuery(commentThreadQuery(id))
  const thread = data?.post.id === post.id ? data.thread : null
  useEffect(() => {
    const comment = document.getElementById(`kommentar-${id}`) ?? section.current
    if (!comment) return
    comment.tabIndex = -1
    comment.focus({ preventScroll: true })
    comment.scrollIntoView({ block: 'center' })
  }, [id])
  return (
    <section ref={section} aria-labelledby={titleId} className="linked-comment">
      <p id={titleId} className="meta">
        Verlinkter Kommentar
      </p>
      {(!thread || isGone(thread, id)) && <Callout kind="warn">Diesen Kommentar gibt es nicht mehr.</Callout>}
      {thread && <CommentThread thread={thread} now={now} />}
    </section>
  )
}

/** The same button for guests and members, so that nothing shifts once the viewer is known. The form replaces it. */
function WriteComment() {
  const act = useCommentAct()
  const tools = use(CommentToolsContext)
  const open = useOpenForm('new') !== null
  if (open && tools) return <tools.NewComment />
  return (
    <div className="pt-1 pb-4">
      <Button wide className="write-comment" onClick={() => act(() => openForm({ place: 'new' }))}>
        {tools ? <tools.WriteLabel /> : <LoadingLabel />}
      </Button>
    </div>
  )
}

function LoadingLabel() {
  return useViewer().state === 'member' ? 'Kommentar schreiben' : 'Mitreden? Melde dich an'
}

type ThreadProps = { thread: Thread; now: Instant }

/** A comment with its replies. Memoised, because a page can have thousands of them. */
const CommentThread = memo(function CommentThread({ thread, now }: ThreadProps) {
  const tools = use(CommentToolsContext)
  const { replies, ...comment } = thread
  return (
    <CommentItem
      comment={comment}
      now={now}
      replies={
        (replies.length > 0 || tools) && (
          <>
            {replies.map((reply) => (
              <CommentItem key={reply.id} comment={reply} now={now} />
            ))}
            {tools && <tools.ThreadFooter root={comment} />}
          </>
        )
      }
    />
  )
})

type ItemProps = { comment: Comment; now: Instant; replies?: ReactNode }

/** One comment; a deleted one remains as a placeholder above its replies. */
function CommentItem({ comment, now, replies }: ItemProps) {
  const tools = use(CommentToolsContext)
  const editing = useOpenForm(`edit:${comment.id}`) !== null
  const author = comment.is_deleted ? null : comment.author
  return (
    <CommentLayout
      id={`kommentar-${comment.id}`}
      avatar={
        <Avatar
          id={author?.id ?? 'unbekannt'}
          name={author?.nickname ?? 'Unbekannt'}
          src={author?.avatar_url}
          size={comment.parent_id ? 28 : 36}
        />
      }
      who={
        <>
          <MemberName member={author} />
          {comment.is_author && <Badge kind="outline">Autor:in</Badge>}
          {comment.is_team && <Badge kind="new">Team</Badge>}
          <time className="meta" dateTime={comment.created_at}>
            {relativeTime(comment.created_at, now)}
          </time>
          {comment.edited_at && !comment.is_deleted && <span className="meta">bearbeitet</span>}
          {tools && <tools.OwnMenu comment={comment} />}
        </>
      }
      text={comment.is_deleted ? null : <CommentText text={comment.content} mentions={comment.mentions} />}
      form={editing && tools && !comment.is_deleted && <tools.EditForm comment={comment} />}
      actions={comment.is_deleted ? undefined : <CommentActions comment={comment} />}
      replies={replies}
    />
  )
}

/** Buttons to react, reply and report. A reply to a reply goes to the same thread and mentions that reply's author. */
function CommentActions({ comment }: { comment: Comment }) {
  const act = useCommentAct()
  const client = useQueryClient()
  const choice = useOwnChoice(`comment:${comment.id}`)
  const answer = () =>
    openForm({
      place: `reply:${comment.parent_id ?? comment.id}`,
      mention: comment.parent_id ? comment.author?.nickname : undefined,
    })
  return (
    <>
      <ReactionButton
        kind="heart"
        count={comment.hearts}
        pressed={choice === 'heart'}
        onPress={() => act((tools) => tools.commentReactions(client).react(comment, 'heart'))}
      />
      <ReactionButton
        kind="poop"
        count={comment.poops}
        pressed={choice === 'poop'}
        onPress={() => act((tools) => tools.commentReactions(client).react(comment, 'poop'))}
      />
      <button type="button" className="reaction reaction-quiet" onClick={() => act(answer)}>
        Antworten
      </button>
      <button
        type="button"
        className="reaction reaction-quiet"
        onClick={() => requestReport({ type: 'comment', id: comment.id })}
      >
        Melden
      </button>
    </>
  )
}
