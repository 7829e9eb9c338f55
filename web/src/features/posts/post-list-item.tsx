import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import { MemberLine } from '#web/ui/member-line.tsx'
import { PostFrame } from '#web/ui/post-frame.tsx'
import { shownExcerpt } from './post-excerpt.ts'
import { PostReactions } from './post-reactions.tsx'
import { PostTop } from './post-top.tsx'
import { PostVote } from './post-vote.tsx'

/** A post in a list: what it is, what it says, how people see it. */
export function PostListItem({ post, now, level }: { post: PostCard; now: Instant; level?: 2 | 3 | 4 }) {
  return (
    <PostFrame
      level={level}
      top={<PostTop post={post} now={now} />}
      title={<Link to={postPath(post)}>{post.title}</Link>}
      excerpt={shownExcerpt(post.excerpt)}
      vote={<PostVote post={post} now={now} />}
      author={<MemberLine member={post.author} />}
      reactions={<PostReactions post={post} />}
    />
  )
}
