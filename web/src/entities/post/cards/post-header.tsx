import type { PostCard } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { kindLabel } from '../kind-label.ts'
import { TypeMark } from './post-type-badge.tsx'
import { Stamp } from './rumor-status-badge.tsx'

/** Kind, status and age of a post: the line above its title. */
export function PostTop({ post, now, label }: { post: PostCard; now: Instant; label?: string }) {
  return (
    <>
      <TypeMark type={post.type} />
      <b>{label ?? kindLabel(post.type)}</b>
      {post.rumor && <Stamp status={post.rumor.status} />}
      <time className="post-age" dateTime={post.created_at}>
        {relativeTime(post.created_at, now)}
      </time>
    </>
  )
}
