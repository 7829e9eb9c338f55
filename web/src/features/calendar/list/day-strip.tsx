import type { ReactNode } from 'react'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import './day.css'

/** Seven days as links; each link holds a `DayMark`, the chosen one carries `aria-current`. */
export function DayStrip({ children }: { children: ReactNode }) {
  return (
    <nav className="day-strip" aria-label="Tage">
      {children}
    </nav>
  )
}

type MarkProps = { /** `Mo` */ weekday: string; day: number /** Something is on. */; busy: boolean }

export function DayMark({ weekday, day, busy }: MarkProps) {
  return (
    <>
      {weekday}
      <b>{day}</b>
      <i className={busy ? 'busy' : undefined} />
      {!busy && <VisuallyHidden>, Sendepause</VisuallyHidden>}
    </>
  )
}
