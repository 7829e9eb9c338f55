import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { Stamp } from '#web/entities/post/cards/rumor-status-badge.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { LeadStory as LeadStoryFrame } from './lead-story-frame.tsx'

/** The rumor that opens the start page. */
export function LeadStory({ post, now }: { post: PostCard; now: Instant }) {
  const comments = post.comments === 1 ? '1 Kommentar' : `${formatCount(post.comments)} Kommentare`
  return (
    <LeadStoryFrame
      top={
        <>
          <TypeMark type={post.type} />
          <b>Gerücht des Tages</b>
          {post.rumor && <Stamp status={post.rumor.status} />}
        </>
      }
      title={<Link to={postPath(post)}>{post.title}</Link>}
    >
      <PostVote post={post} now={now} open />
      <div className="byline">
        <MemberLine member={post.author}>{` · ${relativeTime(post.created_at, now)} · ${comments}`}</MemberLine>
      </div>
    </LeadStoryFrame>
  )
}
