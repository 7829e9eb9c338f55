import type { FormatCard } from '@hot/domain/contract/format'
import { berlinInstant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { upcomingLabel } from '@hot/domain/time/german-date'
import { useEffect, useState } from 'react'

type Props = {
  episode: NonNullable<FormatCard['next_episode']>
  /** Milliseconds, given by the server. */
  now: number
}

/** What runs next and how long until then. */
export function NextEpisode({ episode, now }: Props) {
  const { seconds, at } = useTickingNow(now)
  const left = countdown(at, berlinInstant(episode.event_date, episode.event_time).getTime())
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="type-h3">{episode.title}</h3>
        <p className="text-second text-ink-2">
          <time dateTime={`${episode.event_date}T${episode.event_time}`}>
            {upcomingLabel(episode.event_date, episode.event_time, todayInBerlin(now))} Uhr
          </time>
        </p>
      </div>
      {left ? (
        <CountdownCells left={left} seconds={seconds} />
      ) : (
        <p className="type-h3 text-hot-ink">Läuft. Mach an.</p>
      )}
    </div>
  )
}

function CountdownCells({ left, seconds }: { left: Countdown; seconds: boolean }) {
  return (
    <div role="timer" aria-label={countdownText(left)} className="grid max-w-96 grid-cols-4 gap-2">
      <Cell value={left.days} unit={left.days === 1 ? 'Tag' : 'Tage'} />
      <Cell value={left.hours} unit="Std." />
      <Cell value={left.minutes} unit="Min." />
      <Cell value={seconds ? left.seconds : null} unit="Sek." />
    </div>
  )
}

/** A cell keeps its size whatever it says, so that nothing moves when the clock starts. */
function Cell({ value, unit }: { value: number | null; unit: string }) {
  return (
    <span aria-hidden="true" className="grid justify-items-center bg-sunk py-2">
      <span className="rank">{value === null ? '–' : String(value).padStart(2, '0')}</span>
      <span className="meta">{unit}</span>
    </span>
  )
}

/**
 * The time in milliseconds: first as the server said it, so that the page comes alive with the same text, then every
 * second. `seconds` tells whether it ticks; without JavaScript a standing second would be a lie.
 */
function useTickingNow(server: number): { at: number; seconds: boolean } {
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    setAt(Date.now())
    const timer = setInterval(() => setAt(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { at: at ?? server, seconds: at !== null }
}

type Countdown = { days: number; hours: number; minutes: number; seconds: number }

/** Time left until `target`, both in milliseconds since 1970; null once it is over. */
export function countdown(now: number, target: number): Countdown | null {
  const left = Math.floor((target - now) / 1000)
  if (left <= 0) return null
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  }
}

const amount = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`

/** `Noch 2 Tage, 4 Stunden` – the two largest units, for readers who hear the page. */
export function countdownText({ days, hours, minutes }: Countdown): string {
  const units = [
    days > 0 && amount(days, 'Tag', 'Tage'),
    hours > 0 && amount(hours, 'Stunde', 'Stunden'),
    minutes > 0 && amount(minutes, 'Minute', 'Minuten'),
  ].filter((unit) => unit !== false)
  return units.length === 0 ? 'Gleich geht’s los' : `Noch ${units.slice(0, 2).join(', ')}`
}
