import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'

/** The rumor that opens the start page, its one loud thing: hot by day, glowing type by night. */
export function LeadStory({ post, now }: { post: PostCard; now: Instant }) {
  const comments = post.comments === 1 ? '1 Kommentar' : `${formatCount(post.comments)} Kommentare`
  return (
    <article className="lead-story">
      <div className="flex flex-wrap items-center gap-2">
        <PostTypeBadge type={post.type} />
        <b>Gerücht des Tages</b>
        {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
      </div>
      <h2 className="type-lead">
        <Link to={postPath(post)}>{post.title}</Link>
      </h2>
      <div className="grid gap-3.5">
        <PostVote post={post} now={now} open />
        <div className="byline">
          <MemberLine member={post.author}>{` · ${relativeTime(post.created_at, now)} · ${comments}`}</MemberLine>
        </div>
      </div>
    </article>
  )
}
