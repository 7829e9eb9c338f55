import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'

/** The poll of the day on the start page. */
export function PollOfDay({ post, now }: { post: PostCard; now: Instant }) {
  return (
    <div className="grid gap-3.5">
      <h3 className="type-h3">
        <Link to={postPath(post)} className="hover:underline">
          {post.title}
        </Link>
      </h3>
      <PostVote post={post} now={now} />
      <Link to={postPath(post)} className="link">
        Mitreden
      </Link>
    </div>
  )
}
