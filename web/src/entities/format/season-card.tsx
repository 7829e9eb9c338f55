import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = {
  number: number
  /** A link; it covers the card. */
  title: ReactNode
  /** Placement or status. */
  meta?: ReactNode
  /** Colour of the format. */
  color?: string
  /** Framed in ink: the season that runs, or the one shown. */
  current?: boolean
}

/** One season, inside `<ul className="season-strip scroller">`. */
export function SeasonCard({ number, title, meta, color, current }: Props) {
  return (
    <li className={classNames('season-card', current && 'season-card-current')} style={{ '--c': color }}>
      <span className="season-number" aria-hidden="true">
        {number}
      </span>
      <strong className="stretch-link">{title}</strong>
      <span className="meta">{meta}</span>
    </li>
  )
}
