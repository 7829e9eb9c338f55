import type { PostCard } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { PollVote } from './poll-vote.tsx'
import { RumorBar } from './rumor-bar.tsx'
import { RumorButtons } from './rumor-buttons.tsx'
import { usePostChoice } from './use-post-choice.ts'

type Props = {
  post: PostCard
  now: Instant
  /** With buttons to vote on a rumor: on the post's own page and in the lead story. */
  open?: boolean
}

/** The vote on a rumor or poll; nothing for discussions. */
export function PostVote({ post, now, open = false }: Props) {
  if (post.rumor) return <RumorVote post={post} rumor={post.rumor} open={open} />
  return post.poll && <PollVote post={post} poll={post.poll} now={now} />
}

type RumorProps = { post: PostCard; rumor: NonNullable<PostCard['rumor']>; open: boolean }

/** A vote is changed, not withdrawn: the second of two quick taps must not take back the first. */
function RumorVote({ post, rumor, open }: RumorProps) {
  const [choice, set] = usePostChoice('rumor', post)
  const mine = choice === 'agree' || choice === 'disagree' ? choice : null
  return (
    <>
      <RumorBar agree={rumor.agree} disagree={rumor.disagree} mine={mine} tall={open} />
      {open && <RumorButtons mine={mine} onVote={(side) => side !== mine && set(side)} />}
    </>
  )
}
