import type { PostPage } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { longDateTime } from '@hot/domain/time/german-date'
import { editPostPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { PostTags } from '#web/entities/post/cards/post-tags.tsx'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { RumorNote, RumorSource } from '#web/entities/post/cards/rumor-callout.tsx'
import { Stamp } from '#web/entities/post/cards/rumor-status-badge.tsx'
import { kindLabel, kindListLabel } from '#web/entities/post/kind-label.ts'
import { PostReactions } from '#web/entities/post/reactions/post-reactions.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx'
import { useLivePost } from './use-live-post.ts'

type Props = {
  post: PostPage
  /** Deleted or rejected while being read: the text stays, nothing can be done with it. */
  gone?: boolean
  now: Instant
  share: ReactNode
  comments: ReactNode
  /** What else is hot, beside or below. */
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
              <Note kind="warn">Dieser Beitrag ist nicht mehr da.</Note>
            </div>
          )}
          {!gone && (post.rumor || post.poll) && (
            <section aria-label="Abstimmung" className="grid gap-4 border-2 border-ink bg-sheet p-4">
              <PostVote post={post} now={now} open />
            </section>
          )}
          <RumorNote post={post} />
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

function PostHeader({ post, own }: { post: PostPage /** By the viewer. */; own: boolean }) {
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
        <TypeMark type={post.type} />
        <b>{kindLabel(post.type)}</b>
        {post.rumor && <Stamp status={post.rumor.status} />}
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
