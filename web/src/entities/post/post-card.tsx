import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import { shownExcerpt } from '@hot/domain/text/excerpt'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFolded } from '#web/entities/member/folded.ts'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { kindLabel, PostTypeBadge, RumorStatusBadge } from './post-badges.tsx'
import { PostReactions } from './reactions/post-reactions.tsx'
import { PostVote } from './reactions/post-vote.tsx'

type ItemProps = {
  post: PostCard
  now: Instant
  level?: 2 | 3 | 4
  /** Shown even if the viewer has blocked its author. */
  unfolded?: boolean
  /** In lists by activity: its age is shown instead of the post's. */
  byActivity?: boolean
  /** Since the member's last visit; `seen`: the first that is not. */
  mark?: 'new' | 'seen' | undefined
}

/** A post in a list: kind, text, and reactions. */
export function PostListItem({ post, now, level, unfolded, byActivity, mark }: ItemProps) {
  const folded = useFolded(unfolded ? null : post.author, post.id)
  if (folded) return <article className="post">{folded}</article>
  return (
    <PostLayout
      level={level}
      mark={mark}
      top={<PostCardHeader post={post} now={now} byActivity={byActivity} />}
      title={<Link to={postPath(post)}>{post.title}</Link>}
      excerpt={shownExcerpt(post.excerpt)}
      vote={<PostVote post={post} now={now} />}
      author={<MemberLine member={post.author} />}
      reactions={<PostReactions post={post} />}
    />
  )
}

/** Kind, status and age of a post: the line above its title. */
function PostCardHeader({ post, now, byActivity }: ItemProps) {
  const at = byActivity ? post.last_activity_at : post.created_at
  const age = relativeTime(at, now)
  return (
    <>
      <PostTypeBadge type={post.type} />
      <b>{kindLabel(post.type)}</b>
      {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
      {post.has_statement && <Badge kind="outline">Mit Stellungnahme</Badge>}
      <time className="post-age" dateTime={at}>
        {byActivity ? `aktiv ${age.replace('G', 'g')}` : age}
      </time>
    </>
  )
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
  mark?: ItemProps['mark']
}

/** A post in a list. */
export function PostLayout({ top, title, excerpt, vote, author, reactions, mark, level = 3 }: Props) {
  return (
    <article className={mark ? `post post-${mark}` : 'post'}>
      {mark && <p className="post-mark">{mark === 'new' ? 'Neu' : 'Ab hier kennst du alles'}</p>}
      <div className="post-header">{top}</div>
      <Heading level={level} className="type-h3">
        {title}
      </Heading>
      {excerpt && <p className="excerpt">{excerpt}</p>}
      {vote}
      {author && <div className="signed">{author}</div>}
      {reactions && <div className="reactions">{reactions}</div>}
    </article>
  )
}
