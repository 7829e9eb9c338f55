import type { Instant } from '@hot/domain/berlin-time'
import { postPath } from '@hot/domain/post-address'
import type { PostPage } from '@hot/domain/wire/post'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatCount } from '#web/ui/format-number.ts'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CommentItem } from './comment-item.tsx'
import { type CommentSort, commentsQuery } from './comments-queries.ts'
import { useCommentGate } from './use-comment-gate.ts'

type Props = {
  post: PostPage
  sort: CommentSort
  /** Cursor to begin after. */
  after: string | undefined
  now: Instant
}

/** Comments of a post: best or newest first, replies beneath their comment. */
export function CommentList({ post, sort, after, now }: Props) {
  const id = useId()
  const list = useSuspenseInfiniteQuery(commentsQuery(post.id, sort, after))
  const comments = list.data.pages.flatMap((page) => page.items)
  const total = list.data.pages[0]?.total ?? 0
  return (
    <section id="kommentare" aria-labelledby={id} className="mt-4 scroll-mt-20">
      <SectionHead id={id} title={total === 1 ? '1 Kommentar' : `${formatCount(total)} Kommentare`}>
        <SortLinks post={post} sort={sort} />
      </SectionHead>
      <WriteComment />
      {comments.length === 0 ? (
        <EmptyState emoji="🦗" title="Verdächtig ruhig hier. Weißt du was?" />
      ) : (
        <>
          {comments.map(({ replies, ...comment }) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              now={now}
              replies={
                replies.length > 0 && replies.map((reply) => <CommentItem key={reply.id} comment={reply} now={now} />)
              }
            />
          ))}
          <ListFoot
            list={list}
            href={nextHref(post, sort, list.data.pages.at(-1)?.next)}
            automatic={false}
            more="Weitere Kommentare"
          />
        </>
      )}
    </section>
  )
}

/** Where the comments go on, for readers without JavaScript. */
function nextHref(post: PostPage, sort: CommentSort, next: string | null | undefined): string | undefined {
  if (!next) return undefined
  const search = new URLSearchParams(sort === 'neu' ? { kommentare: 'neu', nach: next } : { nach: next })
  return `${postPath(post)}?${search}#kommentare`
}

function WriteComment() {
  const act = useCommentGate()
  return (
    <div className="pt-1 pb-4">
      <Button wide onClick={act}>
        Mitreden? Melde dich an
      </Button>
    </div>
  )
}

function SortLinks({ post, sort }: { post: PostPage; sort: CommentSort }) {
  const link = (value: CommentSort, label: string) => (
    <Link
      to={postPath(post)}
      search={value === 'neu' ? { kommentare: 'neu' } : {}}
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
      {link('beste', 'Beste')}
      {link('neu', 'Neu')}
    </Segmented>
  )
}
