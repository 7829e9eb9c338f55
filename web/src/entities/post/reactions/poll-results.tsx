import CircleCheck from 'lucide-react/icons/circle-check'
import { heatWidth } from '#web/entities/star/score.tsx'
import { formatPercent } from '#web/ui/data/format-number.ts'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Option = { id: string; text: string; votes: number }
type Props = {
  options: Option[]
  /** Id of the reader's own choice. */
  mine?: string | null | undefined
  /** Not for somebody with a session, of whom it is not known yet whether they voted. */
  hidden?: boolean
}

/** After the vote: square bars, the leading one with a hot edge. */
export function PollResults({ options, mine, hidden }: Props) {
  const votes = options.reduce((sum, option) => sum + option.votes, 0)
  const most = Math.max(1, ...options.map((option) => option.votes))
  return (
    <ol className={hidden ? 'poll-results poll-sealed' : 'poll-results'}>
      {options.map((option) => {
        const share = votes === 0 ? 0 : option.votes / votes
        return (
          <li key={option.id} className={option.votes === most ? 'winner' : undefined} style={{ '--s': share * 100 }}>
            <span className="poll-answer">
              {option.text}
              {option.id === mine && (
                <>
                  <Icon of={CircleCheck} />
                  <VisuallyHidden>deine Stimme</VisuallyHidden>
                </>
              )}
            </span>
            <b className="heat-width" style={heatWidth(share * 100)}>
              {formatPercent(share)}
            </b>
          </li>
        )
      })}
    </ol>
  )
}
