import type { PostCard } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { PostReactions } from '../reactions/post-reactions.tsx'
import { PostVote } from '../reactions/post-vote.tsx'
import { shownExcerpt } from './post-excerpt.ts'
import { PostFrame } from './post-frame.tsx'
import { PostTop } from './post-header.tsx'

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
