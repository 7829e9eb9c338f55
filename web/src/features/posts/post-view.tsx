import type { PostPage } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { longDateTime } from '@hot/domain/time/german-date'
import { editPostPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { formatCount } from '#web/ui/format-number.ts'
import { MemberLine } from '#web/ui/member-line.tsx'
import { Note } from '#web/ui/note.tsx'
import { Stamp } from '#web/ui/stamp.tsx'
import { TypeMark } from '#web/ui/type-mark.tsx'
import { UserText } from '#web/ui/user-text.tsx'
import { kindLabel, kindListLabel } from './kind-label.ts'
import { PostReactions } from './post-reactions.tsx'
import { PostTags } from './post-tags.tsx'
import { PostVote } from './post-vote.tsx'
import { RumorNote, RumorSource } from './rumor-note.tsx'
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
