import type { EventState } from '@hot/domain/calendar/on-air'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import './week-grid.css'

type Day = {
  /** `2026-11-21` */
  key: string
  day: number
  /** `Samstag`, or `Heute` */
  name: string
  today: boolean
  /** Before today, in the week of today: folded on phones where a `.week-past-switch` before the grid is not checked. */
  past?: boolean
  /** `WeekEvent`s; may be empty. */
  events: ReactNode[]
  /** A control below them. */
  action?: ReactNode
}

/** Seven columns, on phones seven rows. */
export function WeekGrid({ days }: { days: Day[] }) {
  return (
    <ol className="week-grid">
      {days.map((day) => (
        <li key={day.key} className={day.today ? 'today' : day.past ? 'past' : undefined}>
          <h2 className="week-day">
            <span className="week-number">{day.day}</span> <span className="week-name">{day.name}</span>
          </h2>
          <div>
            {day.events.length > 0 ? <ul>{day.events}</ul> : null}
            {day.events.length > 0 || day.action ? null : <p className="meta">Sendepause. Geh mal raus.</p>}
            {day.action ? <div>{day.action}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

type EventProps = {
  time: string
  color?: string | undefined
  /** A link; it covers the entry. */
  title: ReactNode
  meta?: ReactNode
  /** Live, running or cancelled. */
  badge?: ReactNode
  state?: EventState
}

/** A broadcast, found by its heading below that of the day. */
export function WeekEvent({ time, color, title, meta, badge, state = 'later' }: EventProps) {
  return (
    <li
      className={classNames('week-event', (state === 'past' || state === 'cancelled') && `week-event-${state}`)}
      style={{ '--c': color }}
    >
      <div className="week-time">
        {time}
        {badge}
      </div>
      <h3 className="stretch-link">{title}</h3>
      {meta && <small>{meta}</small>}
    </li>
  )
}
