import { berlinInstant, type Day, todayInBerlin } from '@hot/domain/berlin-time'
import { clock, dayLabel } from '@hot/domain/german-date'
import type { CalendarEvent } from '@hot/domain/wire/event'
import { Badge } from '#web/ui/badge.tsx'
import { EventRow } from '#web/ui/event-row.tsx'

/** From this many past episodes on they fold away while the season still runs. */
const foldFrom = 5
const minute = 60_000
const assumedMinutes = 60

type Props = {
  episodes: CalendarEvent[]
  /** Milliseconds, given by the server. */
  now: number
}

/** Episodes in order. While a season runs, what is over folds away so that the next one stands on top. */
export function SeasonEpisodes({ episodes, now }: Props) {
  if (episodes.length === 0) return <p className="text-ink-2">Noch keine Folge im Kalender.</p>
  const past = episodes.filter((episode) => phaseOf(episode, now) === 'past')
  const coming = episodes.filter((episode) => phaseOf(episode, now) !== 'past')
  if (coming.length === 0 || past.length < foldFrom) return <Rows episodes={episodes} now={now} />
  return (
    <>
      <details className="mb-3">
        <summary className="link py-2">{past.length} Folgen sind schon gelaufen</summary>
        <Rows episodes={past} now={now} />
      </details>
      <Rows episodes={coming} now={now} />
    </>
  )
}

function Rows({ episodes, now }: Props) {
  const today = todayInBerlin(now)
  return (
    <ol>
      {episodes.map((episode) => (
        <li key={episode.id} className="border-t border-rule first:border-t-0">
          <EpisodeRow episode={episode} today={today} phase={phaseOf(episode, now)} />
        </li>
      ))}
    </ol>
  )
}

type Phase = 'past' | 'now' | 'later'

/** On a season's page the day belongs to every row; the format needs no mention. */
function EpisodeRow({ episode, today, phase }: { episode: CalendarEvent; today: Day; phase: Phase }) {
  const { event_date: day, event_time: time, duration_minutes: minutes } = episode
  const number = episode.episode_number === null ? null : `Folge ${episode.episode_number}`
  return (
    <EventRow
      time={clock(time)}
      dateTime={`${day}T${clock(time)}`}
      duration={minutes && `${minutes} Min.`}
      color={episode.format?.color}
      title={episode.title}
      meta={[dayLabel(day, today), episode.title === number ? null : number].filter(Boolean).join(' · ')}
      badges={
        <>
          {phase === 'now' && <Badge kind="live">Läuft gerade</Badge>}
          {episode.is_live && phase !== 'now' && <Badge>Live</Badge>}
          {episode.channel && <Badge>{episode.channel}</Badge>}
        </>
      }
      when={phase}
    />
  )
}

function phaseOf({ event_date, event_time, duration_minutes }: CalendarEvent, now: number): Phase {
  const start = berlinInstant(event_date, event_time).getTime()
  if (start > now) return 'later'
  return start + (duration_minutes ?? assumedMinutes) * minute > now ? 'now' : 'past'
}
