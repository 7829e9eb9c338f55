import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'

type Props = {
  /** `20:15` */
  time: string
  /** `2026-11-21T20:15`, for machines. */
  dateTime?: string
  /** `60 Min.` */
  duration?: ReactNode
  /** Colour of the format; ink without one. */
  color?: string | undefined
  /** Usually a link. */
  title: ReactNode
  meta?: ReactNode
  /** Channel, provider, live. */
  badges?: ReactNode
  /** The .ics link. */
  action?: ReactNode
  when?: 'past' | 'now' | 'later'
  level?: HeadingLevel
}

/** One broadcast in a list. What runs now stands on hot-soft. */
export function EventRow(props: Props) {
  const { time, dateTime, duration, color, title, meta, badges, action, when = 'later', level = 3 } = props
  return (
    <article className={classNames('event-row', when !== 'later' && `event-row-${when}`)}>
      <div className="event-time">
        <time dateTime={dateTime}>{time}</time>
        {duration && <small>{duration}</small>}
      </div>
      <div className="event-what" style={{ '--c': color }}>
        <Heading level={level} className="type-h4">
          {title}
        </Heading>
        {meta && <p className="meta">{meta}</p>}
        {badges && <div className="event-badges">{badges}</div>}
      </div>
      {action}
    </article>
  )
}
