import type { PostCard } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import { useRef, useState } from 'react'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { pollEnd } from './poll-end.ts'
import { PollOptions } from './poll-options.tsx'
import { PollResults } from './poll-results.tsx'
import { usePostChoice } from './use-post-choice.ts'

type Props = { post: PostCard; poll: NonNullable<PostCard['poll']>; now: Instant }

/** Guests see the results; members vote first, unless they ask for them or the poll is over. */
export function PollVote({ post, poll, now }: Props) {
  const [mine, set] = usePostChoice('poll', post)
  /** What the person asked to see; undefined: what follows from their vote. */
  const [choosing, setChoosing] = useState<boolean>()
  const turn = useRef<HTMLButtonElement>(null)
  const ended = useOwnChoice(`ended:${post.id}`)
  const end = pollEnd(poll.ends_at, ended ? (poll.ends_at ?? now) : now)
  const voting = !end?.over && (choosing ?? mine === null)
  const choose = (option: string) => {
    setChoosing(undefined)
    // The option that was pressed goes away; who uses a keyboard stays at this poll.
    turn.current?.focus()
    if (option !== mine) set(option)
  }
  const votes = post.votes === 1 ? '1 Stimme' : `${formatCount(post.votes)} Stimmen`
  return (
    <>
      {voting ? (
        <PollOptions options={poll.options} mine={mine} onChoose={choose} />
      ) : (
        <PollResults options={poll.options} mine={mine} hidden={!end?.over && (choosing ?? mine) === undefined} />
      )}
      <div className="poll-foot meta">
        <p>{end ? `${votes} · ${end.text}` : votes}</p>
        {!end?.over && (
          <button ref={turn} type="button" className="link" onClick={() => setChoosing(!voting)}>
            {voting ? 'Ergebnis zeigen' : mine ? 'Stimme ändern' : 'Abstimmen'}
          </button>
        )}
      </div>
    </>
  )
}
