import type { Instant } from '@hot/domain/berlin-time'
import type { PostCard } from '@hot/domain/wire/post'
import { formatCount } from '#web/ui/format-number.ts'
import { PollResults } from '#web/ui/poll-results.tsx'
import { RumorBar } from '#web/ui/rumor-bar.tsx'
import { RumorButtons } from '#web/ui/rumor-buttons.tsx'
import { pollEnd } from './poll-end.ts'
import { usePostAction } from './use-post-action.ts'

type Props = {
  post: PostCard
  now: Instant
  /** With buttons to vote: on the post's own page and in the lead story. */
  open?: boolean
}

/** The vote on a rumor or poll. Guests see the results (decisions §6); voting leads them to sign-in. */
export function PostVote({ post, now, open = false }: Props) {
  const act = usePostAction()
  if (post.rumor) {
    return (
      <>
        <RumorBar agree={post.rumor.agree} disagree={post.rumor.disagree} tall={open} />
        {open && <RumorButtons mine={null} onVote={act} />}
      </>
    )
  }
  if (!post.poll) return null
  const votes = post.votes === 1 ? '1 Stimme' : `${formatCount(post.votes)} Stimmen`
  const end = pollEnd(post.poll.ends_at, now)
  return (
    <>
      <PollResults options={post.poll.options} />
      <p className="meta">{end ? `${votes} · ${end.text}` : votes}</p>
    </>
  )
}
