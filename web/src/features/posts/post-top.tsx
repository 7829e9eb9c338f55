import type { PostCard } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Stamp } from '#web/ui/stamp.tsx'
import { TypeMark } from '#web/ui/type-mark.tsx'
import { kindLabel } from './kind-label.ts'

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
