import type { ReactNode } from 'react'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { Heat } from './score/heat.tsx'
import { Thermometer } from './score/thermometer.tsx'

type Props = {
  portrait: ReactNode
  /** A link; it covers the card. */
  title: ReactNode
  score: number | null
  trend?: ReactNode
  /** Placement in a season, for example. */
  meta?: ReactNode
  /** The fan button. */
  action?: ReactNode
  level?: HeadingLevel
}

/** A star as a poster, inside `.star-grid`. */
export function StarCard({ portrait, title, score, trend, meta, action, level = 2 }: Props) {
  return (
    <article className="star-card">
      {portrait}
      <Heading level={level} className="type-h4 stretch-link">
        {title}
      </Heading>
      {meta && <p className="meta">{meta}</p>}
      <div className="star-score">
        <Heat score={score} />
        {trend}
      </div>
      <Thermometer value={score} />
      {action}
    </article>
  )
}
