import type { ReactionKind } from '@hot/domain/contract/community'
import type { Comment, Thread } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type MouseEvent, memo, type ReactNode, use, useEffect, useId, useMemo, useRef } from 'react'
import {
  CommentedPostContext,
  type CommentSort,
  commentsQuery,
  commentThreadQuery,
  threadsOf,
} from '#web/entities/comment/api.ts'
import type { RepliesSide } from '#web/entities/comment/comment-cache.ts'
import { CommentLayout, isLong } from '#web/entities/comment/comment-layout.tsx'
import { useFolded } from '#web/entities/member/folded.ts'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { MentioningText } from '#web/entities/member/mentioning-text.tsx'
import { reportRequest } from '#web/entities/post/content-requests.tsx'
import { ReactionButton } from '#web/entities/post/reactions/post-reactions.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useAwake } from '#web/lib/hydration/late-part.tsx'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import { Button, Segmented } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import {
  CommentToolsContext,
  joinIn,
  loadReplies,
  notLoaded,
  reactionCode,
  useCommentAct,
  useMemberTools,
} from './comment-tools.ts'
import { openForm, selectedIn, useIsWriting, useOpenForm } from './open-form.ts'

export type CommentListProps = {
  postId: string
  authorId: string | null
  /** The post was deleted or rejected while its page was open. */
  gone: boolean
  /** Path of the post. */
  path: string
  sort: CommentSort
  /** Cursor of the comment to start after. */
  after: string | undefined
  /** Id of the comment that a link leads to. */
  linked: string | undefined
  now: Instant
}

/** Comments of a post: best or newest first, replies beneath their comment. */
export default function CommentList({ postId, authorId, gone, path, sort, after, linked, now }: CommentListProps) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  useAwake(root)
  const list = useSuspenseInfiniteQuery(commentsQuery(postId, sort, after))
  const tools = useMemberTools()
  const commented = useMemo(() => ({ id: postId, authorId, gone }), [postId, authorId, gone])
  const linkedThread = useQuery({ ...commentThreadQuery(linked ?? ''), enabled: linked !== undefined })
  const { pages } = list.data
  const linkedRoot = linkedThread.data?.thread.id
  const threads = useMemo(() => threadsOf(pages, linkedRoot), [pages, linkedRoot])
  const total = pages[0]?.total ?? 0
  const writing = useIsWriting()
  // Whoever is writing keeps the text, and what it answers, to copy it.
  if (gone && !writing && !tools?.hasUnsent(postId)) return null
  return (
    <CommentedPostContext value={commented}>
      <CommentToolsContext value={tools}>
        <section
          ref={root}
          id="kommentare"
          aria-labelledby={id}
          className="mt-4 scroll-mt-20"
          data-asleep=""
          data-outcome={`${countOf(total, 'Kommentar', 'Kommentare')}, ${sort === 'new' ? 'die neuesten' : 'die besten'} zuerst.`}
        >
          <SectionHead id={id} title={countOf(total, 'Kommentar', 'Kommentare')}>
            {!gone && <SortLinks path={path} sort={sort} />}
          </SectionHead>
          <WriteComment />
          {tools && <tools.UnsentComments root={null} />}
          {tools && !gone && <tools.LiveComments threads={threads} total={total} />}
          {linked && <LinkedComment id={linked} now={now} />}
          {threads.length === 0 && !linked && !gone ? (
            <EmptyState emoji="🦗" title="Verdächtig ruhig hier. Weißt du was?" />
          ) : (
            <>
              {threads.map((thread) => (
                <CommentThread key={thread.id} thread={thread} now={now} />
              ))}
              {!gone && (
                <ListFooter
                  list={list}
                  href={nextHref(path, sort, pages.at(-1)?.next)}
                  automatic={false}
                  more="Weitere Kommentare"
                />
              )}
            </>
          )}
        </section>
      </CommentToolsContext>
    </CommentedPostContext>
  )
}

/** URL of the next page of comments, for readers without JavaScript. */
function nextHref(path: string, sort: CommentSort, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const search = new URLSearchParams(sort === 'new' ? { kommentare: 'neu', nach: next } : { nach: next })
  return `${path}?${search}#kommentare`
}

function SortLinks({ path, sort }: { path: string; sort: CommentSort }) {
  const link = (value: CommentSort, label: string) => (
    <Link
      to={path}
      search={value === 'new' ? { kommentare: 'neu' } : {}}
      rel="nofollow"
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
  if (use(CommentedPostContext).gone) return null
  return (
    <div className="pt-1 pb-4">
      <Button wide className="write-comment" onClick={() => act(() => openForm({ place: 'new' }))}>
        {tools ? <tools.WriteLabel /> : <LoadingLabel />}
      </Button>
    </div>
  )
}

function LoadingLabel() {
  return <span>{useViewer().state === 'member' ? 'Kommentar schreiben' : 'Mitreden? Melde dich an'}</span>
}

type ThreadProps = { thread: Thread; now: Instant }

/** A comment with its replies. Memoised, because a page can have thousands of them. */
const CommentThread = memo(function CommentThread({ thread, now }: ThreadProps) {
  const tools = use(CommentToolsContext)
  const { replies, reply_count, earlier, later, ...comment } = thread
  return (
    <CommentItem
      comment={comment}
      now={now}
      replies={
        (replies.length > 0 || tools) && (
          <>
            {replies.map((reply) => (
              <Fragment key={reply.id}>
                {reply.id === earlier && <MoreReplies thread={thread} side="earlier" />}
                <CommentItem comment={reply} now={now} />
                {reply.id === later && <MoreReplies thread={thread} side="later" />}
              </Fragment>
            ))}
            {tools && <tools.ThreadFooter root={comment} />}
          </>
        )
      }
    />
  )
})

type MoreRepliesProps = { thread: Thread; side: RepliesSide }

/** Loads the replies before or after; without JavaScript a link to the page with the replies around that place. */
function MoreReplies({ thread, side }: MoreRepliesProps) {
  const client = useQueryClient()
  const post = use(CommentedPostContext)
  const more = thread.reply_count - thread.replies.length
  // With replies missing on both sides, how many are on this one is not known.
  const laterReplies = thread.earlier ? 'Weitere Antworten' : countOf(more, 'weitere Antwort', 'weitere Antworten')
  if (post.gone) return null
  const load = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    void loadReplies().then((replies) => replies.load(client, post.id, thread, side), notLoaded)
  }
  return (
    <a
      href={`?kommentar=${thread[side]}#kommentar-${thread[side]}`}
      className="more-replies link"
      data-tap=""
      onClick={load}
    >
      {side === 'earlier' ? 'Frühere Antworten anzeigen' : `${laterReplies} anzeigen`}
    </a>
  )
}

/** What a screen reader says of a comment that the focus comes to. */
const nameOf = (comment: Comment, now: Instant): string =>
  comment.is_deleted
    ? 'Gelöschter Kommentar'
    : `${comment.parent_id ? 'Antwort' : 'Kommentar'} von ${comment.author?.nickname ?? 'Unbekannt'}, ${relativeTime(comment.created_at, now)}`

type ItemProps = { comment: Comment; now: Instant; replies?: ReactNode }

/** One comment; a deleted one remains as a placeholder above its replies. */
function CommentItem({ comment, now, replies }: ItemProps) {
  const tools = use(CommentToolsContext)
  const { gone } = use(CommentedPostContext)
  const editing = useOpenForm(`edit:${comment.id}`) !== null
  const author = comment.is_deleted ? null : comment.author
  const folded = useFolded(author, comment.id)
  if (folded)
    return <CommentLayout id={`kommentar-${comment.id}`} avatar={<span />} who={folded} text="" replies={replies} />
  return (
    <CommentLayout
      id={`kommentar-${comment.id}`}
      name={nameOf(comment, now)}
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
          {tools && !gone && <tools.CommentMenu comment={comment} />}
        </>
      }
      text={comment.is_deleted ? null : <MentioningText text={comment.content} mentions={comment.mentions} />}
      long={isLong(comment.content)}
      form={editing && tools && !comment.is_deleted && <tools.EditForm comment={comment} />}
      actions={comment.is_deleted || gone ? undefined : <CommentActions comment={comment} />}
      replies={replies}
    />
  )
}

/** Buttons to react, reply and report. A reply to a reply goes to the same thread and mentions that reply's author. */
function CommentActions({ comment }: { comment: Comment }) {
  const act = useCommentAct()
  const choose = useChoose(reactionCode, joinIn)
  const target = `comment:${comment.id}` as const
  const choice = useOwnChoice(target)
  const react = (kind: ReactionKind) => choose(target, choice === kind ? null : kind)
  const tools = use(CommentToolsContext)
  const answer = () =>
    openForm({
      place: `reply:${comment.parent_id ?? comment.id}`,
      mention: comment.parent_id ? comment.author?.nickname : undefined,
      answered: { id: comment.id, content: comment.content, selected: selectedIn(comment.id) },
    })
  return (
    <>
      <ReactionButton kind="heart" count={comment.hearts} pressed={choice === 'heart'} onPress={() => react('heart')} />
      <ReactionButton kind="poop" count={comment.poops} pressed={choice === 'poop'} onPress={() => react('poop')} />
      <button type="button" className="reaction reaction-quiet" onClick={() => act(answer)}>
        Antworten
      </button>
      {!tools?.isOwn(comment) && (
        <button
          type="button"
          className="reaction reaction-quiet report-comment"
          onClick={() => reportRequest.request({ type: 'comment', id: comment.id })}
        >
          Melden
        </button>
      )}
    </>
  )
}
