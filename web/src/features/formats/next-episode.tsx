import { isRerun, untoldKind } from '@hot/domain/calendar/event-kind'
import { eventStart, eventWhen } from '@hot/domain/calendar/on-air'
import type { FormatCard } from '@hot/domain/contract/format'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { upcomingLabel } from '@hot/domain/time/german-date'
import { useEffect, useState } from 'react'
import { serverNow } from '#web/platform/device/server-clock.ts'

type Next = NonNullable<FormatCard['next_episode']>

type Props = {
  episode: Next
  /** Server time (epoch ms). */
  now: number
}

/** `Läuft gerade` until the end, also past midnight; a repeat is no next episode. */
export function nextTitle(next: FormatCard['next_episode'], now: number): string {
  if (next && eventWhen(next, now) === 'now') return 'Läuft gerade'
  if (next && isRerun(next)) return 'Nächste Wiederholung'
  return next?.event_date === todayInBerlin(now) ? 'Heute' : 'Nächste Folge'
}

/** The next episode with a countdown. */
export function NextEpisode({ episode, now }: Props) {
  const { seconds, at } = useTickingNow(now)
  const left = countdown(at, eventStart(episode))
  const kind = untoldKind(episode)
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="type-h3">{episode.title}</h3>
        <p className="text-second text-ink-2">
          {kind && <span>{`${kind} · `}</span>}
          <time dateTime={`${episode.event_date}T${episode.event_time}`}>
            {upcomingLabel(episode.event_date, episode.event_time, todayInBerlin(now))} Uhr
          </time>
        </p>
      </div>
      {left ? (
        <CountdownCells left={left} seconds={seconds} />
      ) : (
        <p className="type-h3 text-hot-ink">
          {eventWhen(episode, at) === 'now' ? 'Läuft. Mach an.' : 'Gerade zu Ende gegangen.'}
        </p>
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

/** One unit of the countdown, in a fixed size so that nothing shifts when it starts. */
function Cell({ value, unit }: { value: number | null; unit: string }) {
  return (
    <span aria-hidden="true" className="grid justify-items-center bg-sunk py-2">
      <span className="rank">{value === null ? '–' : String(value).padStart(2, '0')}</span>
      <span className="meta">{unit}</span>
    </span>
  )
}

/**
 * The current time (epoch ms): first the server's, so that hydration renders the same text, then updated every second.
 * `seconds` is true from then on; without JavaScript the seconds would stand still, so they are not shown.
 */
function useTickingNow(server: number): { at: number; seconds: boolean } {
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    setAt(serverNow())
    const timer = setInterval(() => setAt(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { at: at ?? server, seconds: at !== null }
}

type Countdown = { days: number; hours: number; minutes: number; seconds: number }

/** Time left until `target` (both epoch ms); null once it is reached. */
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

/** The two largest units, for screen readers: `Noch 2 Tage, 4 Stunden`. */
export function countdownText({ days, hours, minutes }: Countdown): string {
  const units = [
    days > 0 && amount(days, 'Tag', 'Tage'),
    hours > 0 && amount(hours, 'Stunde', 'Stunden'),
    minutes > 0 && amount(minutes, 'Minute', 'Minuten'),
  ].filter((unit) => unit !== false)
  return units.length === 0 ? 'Gleich geht’s los' : `Noch ${units.slice(0, 2).join(', ')}`
}
