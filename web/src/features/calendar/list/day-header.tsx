import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import './day.css'

type Props = {
  /** `Heute`, `Morgen`, `Montag` */
  title: ReactNode
  /** `Samstag, 21. November` */
  date: ReactNode
  today?: boolean
  /** Target of links to this day. */
  id?: string
}

/** Sticks below the header while its day is read; today's rule is hot. */
export function DayHead({ title, date, today, id }: Props) {
  return (
    <div className={classNames('day-head', today && 'day-head-today')} id={id}>
      <h2>{title}</h2>
      <span className="meta">{date}</span>
    </div>
  )
}
