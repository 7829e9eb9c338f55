import type { PostCard, PostPage } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { longDateTime } from '@hot/domain/time/german-date'
import { editPostPath } from '@hot/domain/url/paths'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { hotPostsQuery } from '#web/entities/post/api.ts'
import { kindLabel, kindListLabel, PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { PostReactions } from '#web/entities/post/reactions/post-reactions.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { RumorCallout, RumorSource } from '#web/entities/post/rumor-callout.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'

type Props = {
  post: PostPage
  /** The post was deleted or rejected while its page was open: the text stays, without actions. */
  gone?: boolean
  now: Instant
  share: ReactNode
  comments: ReactNode
  /** Other hot posts, beside or below. */
  aside: ReactNode
}

/** The page of one post. */
export function PostView({ post, gone, now, share, comments, aside }: Props) {
  const own = useLivePost(post)
  return (
    <div className="page">
      <div className="page-grid">
        <article className="grid min-w-0 content-start gap-4 lg:col-span-8">
          <PostHeader post={post} own={own && !gone} />
          <div className="prose text-lead">
            {post.content && (
              <p>
                <UserText text={post.content} />
              </p>
            )}
            {post.rumor && <RumorSource url={post.rumor_details?.source_url} />}
          </div>
          <PostTags tags={post.tags} />
          {gone && (
            <div role="alert">
              <Callout kind="warn">Dieser Beitrag ist nicht mehr da.</Callout>
            </div>
          )}
          {!gone && (post.rumor || post.poll) && (
            <section aria-label="Abstimmung" className="grid gap-4 border-2 border-ink bg-sheet p-4">
              <PostVote post={post} now={now} open />
            </section>
          )}
          <RumorCallout post={post} />
          {!gone && (
            <>
              <div className="reactions">
                <PostReactions post={post}>
                  <span className="ml-auto">{share}</span>
                </PostReactions>
              </div>
              {comments}
            </>
          )}
        </article>
        <aside className="min-w-0 lg:col-span-4">{aside}</aside>
      </div>
    </div>
  )
}

/** `own`: written by the viewer. */
function PostHeader({ post, own }: { post: PostPage; own: boolean }) {
  return (
    <header className="grid gap-4">
      <Breadcrumb>
        <Link to="/trashtalk" className="link">
          Trashtalk
        </Link>
        <Link to={postListPath(post.type)} className="link">
          {kindListLabel(post.type)}
        </Link>
      </Breadcrumb>
      <div className="flex flex-wrap items-center gap-2 text-small">
        <PostTypeBadge type={post.type} />
        <b>{kindLabel(post.type)}</b>
        {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
        {own && (
          <Link to={editPostPath(post.id)} className="link ml-auto">
            Bearbeiten
          </Link>
        )}
      </div>
      <h1 className="wrap-anywhere">{post.title}</h1>
      <div className="byline">
        <MemberLine member={post.author} size={48}>
          {post.author && (
            <>
              {' '}
              <Badge kind="outline">{formatCount(post.author.karma)} Karma</Badge>
            </>
          )}
          <br />
          <time dateTime={post.created_at}>{longDateTime(post.created_at)}</time>
          {post.staff_edited_at && ' · bearbeitet von der Redaktion'}
        </MemberLine>
      </div>
    </header>
  )
}

/** Three other currently popular posts. */
export function MoreHotPosts({ except, now }: { except: string; now: Instant }) {
  const id = useId()
  const { data } = useSuspenseQuery(hotPostsQuery())
  const others = data.items.filter((post) => post.id !== except).slice(0, 3)
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title="Auch heiß" />
      {others.map((post) => (
        <PostListItem key={post.id} post={post} now={now} />
      ))}
    </section>
  )
}

/**
 * Updates the post live for members. Guests have no socket: for them a stale post is refetched when they return to its
 * tab. Returns whether the viewer is the post's author.
 */
function useLivePost({ id, type, author }: PostCard): boolean {
  const queryClient = useQueryClient()
  const who = useViewer()
  const member = who.state === 'member' && who.user.id
  useEffect(() => {
    if (!member)
      return onReturn(() =>
        import('./refetch-stale-post.ts').then(({ refetchStalePost }) => refetchStalePost(queryClient, id)),
      )
    let stop: (() => void) | undefined
    let cancelled = false
    import('./live-post.ts').then(
      ({ followPost }) => {
        if (!cancelled) stop = followPost(queryClient, { id, type })
      },
      // If the code cannot be loaded, the page stays as it is.
      () => {},
    )
    return () => {
      cancelled = true
      stop?.()
    }
  }, [member, id, type, queryClient])
  return Boolean(member) && author?.id === member
}

/** Calls `act` when the tab becomes visible again; a failure is ignored. Returns the cleanup function. */
function onReturn(act: () => Promise<void>): () => void {
  const actIfVisible = () => document.visibilityState === 'visible' && act().catch(() => {})
  document.addEventListener('visibilitychange', actIfVisible)
  return () => document.removeEventListener('visibilitychange', actIfVisible)
}
