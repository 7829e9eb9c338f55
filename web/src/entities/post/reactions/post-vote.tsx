import type { PostCard } from '@hot/domain/contract/post'
import type { Instant } from '@hot/domain/time/berlin-time'
import Check from 'lucide-react/icons/check'
import { heatWidth } from '#web/entities/star/score.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf, formatPercent } from '#web/ui/data/format-number.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { PollVote } from './poll.tsx'
import { usePostChoice } from './use-post-choice.ts'

type VoteProps = {
  post: PostCard
  now: Instant
  /** With buttons to vote on a rumor: on the post's own page and in the lead story. */
  open?: boolean
}

/** The vote on a rumor or poll; nothing for discussions. */
export function PostVote({ post, now, open = false }: VoteProps) {
  if (post.rumor) return <RumorVote post={post} rumor={post.rumor} open={open} />
  return post.poll && <PollVote post={post} poll={post.poll} now={now} />
}

type RumorProps = { post: PostCard; rumor: NonNullable<PostCard['rumor']>; open: boolean }

/** A vote can be changed, but not withdrawn: the second of two quick taps must not undo the first. */
function RumorVote({ post, rumor, open }: RumorProps) {
  const [choice, set] = usePostChoice('rumor', post)
  const mine = choice === 'agree' || choice === 'disagree' ? choice : null
  return (
    <>
      <RumorBar agree={rumor.agree} disagree={rumor.disagree} mine={mine} tall={open} />
      {open && rumor.status !== 'debunked' && (
        <RumorButtons mine={mine} onVote={(side) => side !== mine && set(side)} />
      )}
      {open && rumor.status === 'debunked' && <p className="meta">Widerlegt: Hier wird nicht mehr abgestimmt.</p>}
    </>
  )
}

type BarProps = {
  agree: number
  disagree: number
  /** The viewer's own vote. */
  mine?: 'agree' | 'disagree' | null
  /** A taller bar, on the post's own page. */
  tall?: boolean
}

/**
 * The shares of a rumor's votes: `Stimmt` is solid, `Stimmt nicht` hatched. The bar is hidden from screen readers,
 * because the texts around it say the same.
 */
export function RumorBar({ agree, disagree, mine, tall }: BarProps) {
  const votes = agree + disagree
  if (votes === 0) return <p className="meta">Noch keine Stimmen. Deine wäre die erste.</p>
  const share = Math.round((agree / votes) * 100)
  return (
    <div className={classNames('rumor-bar', tall && 'rumor-bar-tall')} style={{ '--p': share }}>
      <div className="rumor-shares">
        <span className={mine === 'agree' ? 'mine' : undefined}>
          <b className="heat-width" style={heatWidth(share)}>
            {formatPercent(share / 100)}
          </b>{' '}
          Stimmt
        </span>
        <span className={mine === 'disagree' ? 'mine' : undefined}>
          Stimmt nicht{' '}
          <b className="heat-width" style={heatWidth(100 - share)}>
            {formatPercent(1 - share / 100)}
          </b>
        </span>
      </div>
      <div className="rumor-track" aria-hidden="true">
        <i />
        <i />
      </div>
      <p className="meta">
        {`${countOf(votes, 'Stimme', 'Stimmen')}${mine ? ` · deine: ${mine === 'agree' ? 'Stimmt' : 'Stimmt nicht'}` : ''}`}
      </p>
    </div>
  )
}

type Side = 'agree' | 'disagree'
type ButtonsProps = { mine: Side | null; onVote: (side: Side) => void }

function RumorButtons({ mine, onVote }: ButtonsProps) {
  return (
    <div className="vote-pair">
      <Button
        variant={mine === 'agree' ? 'strong' : 'plain'}
        aria-pressed={mine === 'agree'}
        onClick={() => onVote('agree')}
      >
        {mine === 'agree' && <Icon of={Check} />}
        <span>Stimmt</span>
      </Button>
      <Button
        variant={mine === 'disagree' ? 'strong' : 'plain'}
        aria-pressed={mine === 'disagree'}
        onClick={() => onVote('disagree')}
      >
        {mine === 'disagree' && <Icon of={Check} />}
        <span>Stimmt nicht</span>
      </Button>
    </div>
  )
}
