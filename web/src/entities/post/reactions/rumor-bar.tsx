import { heatWidth } from '#web/entities/star/score.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatCount, formatPercent } from '#web/ui/data/format-number.ts'

type Props = {
  agree: number
  disagree: number
  /** The reader's own side. */
  mine?: 'agree' | 'disagree' | null
  /** On the post's own page. */
  tall?: boolean
}

/** Stimmt solid, Stimmt nicht hatched; the words below the bar carry everything for screen readers. */
export function RumorBar({ agree, disagree, mine, tall }: Props) {
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
        {votes === 1 ? '1 Stimme' : `${formatCount(votes)} Stimmen`}
        {mine && ` · deine: ${mine === 'agree' ? 'Stimmt' : 'Stimmt nicht'}`}
      </p>
    </div>
  )
}
