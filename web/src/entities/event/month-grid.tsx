import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import './month-grid.css'

type Cell = {
  /** `2026-11-21` */
  key: string
  /** The day number, as a link to its list; it covers the cell. */
  title: ReactNode
  today: boolean
  /** Belongs to the month before or after. */
  outside: boolean
  /** `MonthEvent`s. */
  events: ReactNode[]
}

type Props = {
  /** `November 2026` */
  caption: string
  /** `Mo` to `So` */
  weekdays: string[]
  /** Rows of seven. */
  weeks: Cell[][]
}

/** A month as a table; the caller renders the content of its days. */
export function MonthGrid({ caption, weekdays, weeks }: Props) {
  return (
    <table className="month-grid">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map((cell) => (
              <td key={cell.key} className={cell.today ? 'month-today' : undefined}>
                <div className={classNames('month-day stretch-link', cell.outside && 'month-day-outside')}>
                  {cell.title}
                </div>
                {cell.events}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type EventProps = { color?: string | undefined; cancelled?: boolean; children: ReactNode }

/** A bar in the format's colour; the text shows where there is room. */
export function MonthEvent({ color, cancelled = false, children }: EventProps) {
  return (
    <span className={classNames('month-event', cancelled && 'month-event-cancelled')} style={{ '--c': color }}>
      {children}
    </span>
  )
}
