import type { PostCard, PostPage } from '@hot/domain/contract/post'
import { postListPath, postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { longDateTime } from '@hot/domain/time/german-date'
import { safeHref, userLinkRel } from '@hot/domain/url/links'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { MentioningText } from '#web/entities/member/mentioning-text.tsx'
import { hotPostsQuery } from '#web/entities/post/api.ts'
import { kindLabel, kindListLabel, PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { PostReactions } from '#web/entities/post/reactions/post-reactions.tsx'
import { PostStickers } from '#web/entities/post/reactions/post-stickers.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { RumorCallout, RumorSource } from '#web/entities/post/rumor-callout.tsx'
import { Statement } from '#web/entities/post/statement.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'

const loadTools = () => import('./author-tools.tsx')
const loadVersions = () => import('./earlier-versions.tsx')

type Props = {
  post: PostPage
  /** The post was deleted or rejected while its page was open: the text stays, without actions, and what one writes. */
  gone?: boolean
  now: Instant
  share: ReactNode
  /** Button to report the post. */
  report: ReactNode
  comments: ReactNode
  /** Other hot posts, beside or below. */
  aside: ReactNode
}

/** The page of one post. */
export function PostView({ post, gone, now, share, report, comments, aside }: Props) {
  const { member, notice } = useLivePost(post, now)
  const own = member !== null && member === post.author?.id
  const isTeam = useViewer().role !== 'user'
  const tools = useLazyModule(own || isTeam, loadTools)
  // The correction stands where people begin to read.
  const refuted = post.rumor?.status === 'debunked'
  return (
    <div className="page">
      <div className="page-grid">
        <article className="grid min-w-0 content-start gap-4 lg:col-span-8">
          <PostHeader post={post} />
          {tools && member && !gone && <tools.AuthorTools post={post} member={member} own={own} />}
          {refuted && <RumorCallout post={post} />}
          <Statement of={post.statement} />
          <div className="prose text-lead">
            {post.content && (
              <div>
                <MentioningText text={post.content} mentions={post.mentions} />
              </div>
            )}
            {post.rumor && <RumorSource url={post.rumor_details?.source_url} />}
          </div>
          <LinkPreviews of={post.previews} />
          <PostTags tags={post.tags} inRow />
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
          {!refuted && <RumorCallout post={post} />}
          {!gone && (
            <>
              <div className="reactions">
                <PostReactions post={post}>
                  <span className="ml-auto">{share}</span>
                </PostReactions>
              </div>
              <div className="flex items-start justify-between gap-2">
                <PostStickers post={post} />
                {report}
              </div>
              {notice}
            </>
          )}
          {post.rumor && !gone && (
            <p className="meta">
              <Link to="/es-geht-um-mich" hash={postPath(post)} className="link">
                Es geht um dich?
              </Link>{' '}
              <span>Sag uns ohne Konto, was nicht stimmt.</span>
            </p>
          )}
          {!gone && !own && !isTeam && (post.edited_at || post.staff_edited_at) && (
            <EarlierVersions post={post} member={member} />
          )}
          {comments}
        </article>
        <aside className="min-w-0 lg:col-span-4">{aside}</aside>
      </div>
    </div>
  )
}

/** Below a changed post: what it said before, and when a member chose. */
function EarlierVersions({ post, member }: { post: PostPage; member: string | null }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const code = useLazyModule(open || member !== null, loadVersions)
  // It may have been opened before the app was alive.
  useEffect(() => setOpen(details.current?.open ?? false), [])
  return (
    <>
      {code && member && <code.SinceYourChoice post={post} member={member} />}
      <details ref={details} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="link">Frühere Fassungen</summary>
        {open && code && <code.Versions post={post} member={member} />}
      </details>
    </>
  )
}

const loadMenu = () => import('./post-menu.tsx')

function PostHeader({ post }: { post: PostPage }) {
  const editedAt = post.staff_edited_at ?? post.edited_at
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
      </div>
      <h1 className="wrap-anywhere">{post.title}</h1>
      <div className="signed">
        <MemberLine member={post.author} size={48}>
          {post.author && (
            <>
              {' '}
              {post.is_team && <Badge kind="new">Team</Badge>}{' '}
              <Badge kind="outline">{`${formatCount(post.author.karma)} Karma`}</Badge>
            </>
          )}
          <br />
          <time dateTime={post.created_at}>{longDateTime(post.created_at)}</time>
          {editedAt && (
            <>
              <span>{` · bearbeitet${post.staff_edited_at ? ' von der Redaktion' : ''}, `}</span>
              <time dateTime={editedAt}>{longDateTime(editedAt)}</time>
            </>
          )}
        </MemberLine>
        <span className="ml-auto">
          <MembersOnly load={loadMenu}>{({ PostMenu }) => <PostMenu post={post} />}</MembersOnly>
        </span>
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

/** For guests a page asks for changes this long after it was opened; members have a socket. */
const guestMs = 10_000

/** Follows changes by others. `member`: the viewer's id, null for guests. `notice`: that there are new comments. */
function useLivePost({ id, type }: PostCard, now: Instant) {
  const client = useQueryClient()
  const [notice, show] = useState<ReactNode>(null)
  const who = useViewer()
  const member = who.state === 'member' ? who.user.id : null
  useEffect(() => {
    let stop: (() => void) | undefined
    let cancelled = false
    const load = async () => {
      const post = { id, type }
      const follow = member
        ? await import('./live-post.ts').then(
            ({ followPost }) =>
              () =>
                followPost(client, post),
          )
        : await import('./guest-live.tsx').then(
            ({ followAsGuest }) =>
              () =>
                followAsGuest({ client, post, since: now, show }),
          )
      if (!cancelled) stop = follow()
    }
    // If the code cannot be loaded, the page stays as it is.
    const timer = setTimeout(() => load().catch(() => {}), member ? 0 : guestMs)
    return () => {
      cancelled = true
      clearTimeout(timer)
      stop?.()
    }
  }, [member, id, type, now, client])
  return { member, notice }
}

/** What the pages behind a post's links are called, as our server has read it: the reader's browser asks nobody. */
function LinkPreviews({ of }: { of: PostPage['previews'] }) {
  return of.map(({ url, title, site }) => (
    <a key={url} href={safeHref(url) ?? undefined} rel={userLinkRel} target="_blank" className="link-preview">
      <b>{title}</b>
      <span className="meta">{site}</span>
    </a>
  ))
}
