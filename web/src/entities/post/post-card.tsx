import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { kindLabel, PostTypeBadge, RumorStatusBadge } from './post-badges.tsx'
import { PostReactions } from './reactions/post-reactions.tsx'
import { PostVote } from './reactions/post-vote.tsx'

/** A post in a list: kind, text, and reactions. */
export function PostListItem({ post, now, level }: { post: PostCard; now: Instant; level?: 2 | 3 | 4 }) {
  return (
    <PostLayout
      level={level}
      top={<PostCardHeader post={post} now={now} />}
      title={<Link to={postPath(post)}>{post.title}</Link>}
      excerpt={shownExcerpt(post.excerpt)}
      vote={<PostVote post={post} now={now} />}
      author={<MemberLine member={post.author} />}
      reactions={<PostReactions post={post} />}
    />
  )
}

/** Kind, status and age of a post: the line above its title. */
function PostCardHeader({ post, now, label }: { post: PostCard; now: Instant; label?: string }) {
  return (
    <>
      <PostTypeBadge type={post.type} />
      <b>{label ?? kindLabel(post.type)}</b>
      {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
      <time className="post-age" dateTime={post.created_at}>
        {relativeTime(post.created_at, now)}
      </time>
    </>
  )
}

/** The API truncates the `excerpt` of post cards after this many characters, even within a word. */
const excerptLimit = 180

/** The excerpt as shown in lists: whole words, with an ellipsis if truncated. */
export function shownExcerpt(excerpt: string): string {
  if ([...excerpt].length < excerptLimit) return excerpt
  const lastSpace = excerpt.trimEnd().search(/\s+\S*$/)
  return `${lastSpace > 0 ? excerpt.slice(0, lastSpace) : excerpt}…`
}

type Props = {
  /** `PostTypeBadge`, `RumorStatusBadge`, age as an element with the class `post-age`. */
  top: ReactNode
  /** A link. */
  title: ReactNode
  excerpt?: string
  /** Vote or its result. */
  vote?: ReactNode
  author?: ReactNode
  /** `<div className="reactions">` */
  reactions?: ReactNode
  level?: HeadingLevel
}

/** A post in a list. */
export function PostLayout({ top, title, excerpt, vote, author, reactions, level = 3 }: Props) {
  return (
    <article className="post">
      <div className="post-header">{top}</div>
      <Heading level={level} className="type-h3">
        {title}
      </Heading>
      {excerpt && <p className="excerpt">{excerpt}</p>}
      {vote}
      {author && <div className="byline">{author}</div>}
      {reactions && <div className="reactions">{reactions}</div>}
    </article>
  )
}
