import type { Instant } from '@hot/domain/berlin-time'
import { longDateTime } from '@hot/domain/german-date'
import { postListPath } from '@hot/domain/post-address'
import type { PostPage } from '@hot/domain/wire/post'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { formatCount } from '#web/ui/format-number.ts'
import { MemberLine } from '#web/ui/member-line.tsx'
import { Stamp } from '#web/ui/stamp.tsx'
import { TypeMark } from '#web/ui/type-mark.tsx'
import { UserText } from '#web/ui/user-text.tsx'
import { kindLabel, kindListLabel } from './kind-label.ts'
import { PostReactions } from './post-reactions.tsx'
import { PostTags } from './post-tags.tsx'
import { PostVote } from './post-vote.tsx'
import { RumorNote, RumorSource } from './rumor-note.tsx'

type Props = {
  post: PostPage
  now: Instant
  share: ReactNode
  comments: ReactNode
  /** What else is hot, beside or below. */
  aside: ReactNode
}

/** The page of one post. */
export function PostView({ post, now, share, comments, aside }: Props) {
  return (
    <div className="page">
      <div className="page-grid">
        <article className="grid min-w-0 content-start gap-4 lg:col-span-8">
          <PostHeader post={post} />
          <div className="prose text-lead">
            {post.content && (
              <p>
                <UserText text={post.content} />
              </p>
            )}
            {post.rumor && <RumorSource url={post.rumor_details?.source_url} />}
          </div>
          <PostTags tags={post.tags} />
          {(post.rumor || post.poll) && (
            <section aria-label="Abstimmung" className="grid gap-4 border-2 border-ink bg-sheet p-4">
              <PostVote post={post} now={now} open />
            </section>
          )}
          <RumorNote post={post} />
          <div className="reactions">
            <PostReactions post={post}>
              <span className="ml-auto">{share}</span>
            </PostReactions>
          </div>
          {comments}
        </article>
        <aside className="min-w-0 lg:col-span-4">{aside}</aside>
      </div>
    </div>
  )
}

function PostHeader({ post }: { post: PostPage }) {
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
        </MemberLine>
      </div>
    </header>
  )
}
