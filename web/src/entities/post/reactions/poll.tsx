import type { PostCard } from '@hot/domain/contract/post'
import { percentages } from '@hot/domain/post/shares'
import { berlinDay, berlinTime, epochOf, type Instant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useRef, useState } from 'react'
import { heatWidth } from '#web/entities/star/score.tsx'
import { useOwnChoice } from '#web/lib/offline/queued-writes/own-choices.ts'
import { countOf, formatPercent } from '#web/ui/data/format-number.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { usePostChoice } from './use-post-choice.ts'

type VoteProps = { post: PostCard; poll: NonNullable<PostCard['poll']>; now: Instant }

/** Guests see the results, whose bars lead to the options; members vote first, unless they request the results or the poll is over. */
export function PollVote({ post, poll, now }: VoteProps) {
  const [mine, set] = usePostChoice('poll', post)
  /**
   * Whether the person switched to the options (true) or the results (false); undefined: it follows from their vote.
   */
  const [choosing, setChoosing] = useState<boolean>()
  /** For screen readers: the pressed option and the focus are elsewhere by then. */
  const [said, setSaid] = useState('')
  const toggle = useRef<HTMLButtonElement>(null)
  const ended = useOwnChoice(`ended:${post.id}`)
  const end = pollEnd(poll.ends_at, ended ? (poll.ends_at ?? now) : now)
  const voting = !end?.over && (choosing ?? mine === null)
  const choose = (option: string) => {
    setChoosing(undefined)
    // The pressed option disappears; the keyboard focus stays in this poll.
    toggle.current?.focus()
    setSaid(`Deine Stimme: ${poll.options.find(({ id }) => id === option)?.text}`)
    if (option !== mine) set(option)
  }
  const votes = countOf(post.votes, 'Stimme', 'Stimmen')
  const readable = !voting && !end?.over && mine === null
  return (
    <div className="poll">
      {voting ? (
        <PollOptions options={poll.options} mine={mine} onChoose={choose} />
      ) : (
        <PollResults options={poll.options} mine={mine} hidden={!end?.over && (choosing ?? mine) === undefined} />
      )}
      <div className="poll-footer meta">
        <span className="visually-hidden" role="status">
          {said}
        </span>
        <p>{end ? `${votes} · ${end.text}` : votes}</p>
        {!end?.over && (
          // Whoever has not voted presses the bars as well: they are what looks like answers.
          <button
            ref={toggle}
            type="button"
            className={readable ? 'link poll-open' : 'link'}
            onClick={() => setChoosing(!voting)}
          >
            {voting ? 'Ergebnis zeigen' : mine ? 'Stimme ändern' : 'Abstimmen'}
          </button>
        )}
      </div>
    </div>
  )
}

type OptionsProps = {
  options: { id: string; text: string }[]
  /** Id of the viewer's own choice. */
  mine?: string | null | undefined
  onChoose: (id: string) => void
}

/** The options as buttons, to vote or to change the vote. */
function PollOptions({ options, mine, onChoose }: OptionsProps) {
  return (
    <ul className="poll-options">
      {options.map(({ id, text }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === mine} onClick={() => onChoose(id)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}

type Option = { id: string; text: string; votes: number }
type ResultsProps = {
  options: Option[]
  /** Id of the viewer's own choice. */
  mine?: string | null | undefined
  /** Hidden from viewers with a session until it is known whether they voted. */
  hidden?: boolean
}

/** The results as bars; leading options are highlighted. */
export function PollResults({ options, mine, hidden }: ResultsProps) {
  const max = Math.max(1, ...options.map((option) => option.votes))
  const shares = percentages(options.map((option) => option.votes))
  return (
    <ol className={hidden ? 'poll-results poll-sealed' : 'poll-results'}>
      {options.map((option, at) => {
        const share = shares[at] ?? 0
        return (
          <li key={option.id} className={option.votes === max ? 'winner' : undefined} style={{ '--s': share }}>
            <span className="poll-answer">
              {option.text}
              {option.id === mine && (
                <>
                  <Icon of={CircleCheck} />
                  <VisuallyHidden>deine Stimme</VisuallyHidden>
                </>
              )}
            </span>
            <b className="heat-width" style={heatWidth(share)}>
              {formatPercent(share / 100)}
            </b>
          </li>
        )
      })}
    </ol>
  )
}

/** Whether a poll is over, and the text for it; null for a poll without end. */
export function pollEnd(endsAt: Instant | null, now: Instant): { over: boolean; text: string } | null {
  if (!endsAt) return null
  const day = dayLabel(berlinDay(endsAt), todayInBerlin(now))
  if (epochOf(endsAt) <= epochOf(now)) return { over: true, text: `beendet ${withPreposition(day)}` }
  return { over: false, text: `endet ${withPreposition(day)} um ${clock(berlinTime(endsAt))} Uhr` }
}

/** `heute` needs no preposition, a date does: `am Do, 19. Nov.` */
const withPreposition = (day: string): string => (/^(gestern|heute|morgen)$/.test(day) ? day : `am ${day}`)
