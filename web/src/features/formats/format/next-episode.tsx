import type { FormatCard } from '@hot/domain/contract/format'
import { berlinInstant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { upcomingLabel } from '@hot/domain/time/german-date'
import { type Countdown, countdown, countdownText } from './countdown.ts'
import { useTickingNow } from './use-ticking-now.ts'

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
