import type { CalendarEvent } from '@hot/domain/contract/event'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import { formatPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { HeadingLevel } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { EventBadges } from './event-badges.tsx'
import { EventRow } from './event-row-frame.tsx'
import { eventWhen } from './event-state.ts'
import { eventDetails, eventFormatName, eventOwnTitle, eventPlace } from './event-text.ts'

type Props = {
  event: CalendarEvent
  /** Milliseconds, given by the server. */
  now: number
  /** What the page around is about and the row need not repeat. */
  about?: 'format' | 'season'
  /** Shows the day below the time, where no day head does. */
  showDay?: boolean
  level?: HeadingLevel
}

/** One broadcast: when, what, where, and the way to its format and its .ics. */
export function EventListRow({ event, now, about, showDay, level = 3 }: Props) {
  return (
    <EventRow
      time={clock(event.event_time)}
      dateTime={`${event.event_date}T${clock(event.event_time)}`}
      duration={<Below event={event} day={showDay ? dayLabel(event.event_date, todayInBerlin(now)) : null} />}
      color={event.format?.color}
      title={about ? episodeTitle(event) : <FormatLink event={event} />}
      meta={about ? <Season event={event} linked={about === 'format'} /> : eventDetails(event)}
      badges={<EventBadges event={event} now={now} />}
      action={!about && event.format && <SubscribeLink name={event.format.name} slug={event.format.slug} />}
      when={eventWhen(event, now)}
      level={level}
    />
  )
}

/** Below the time, in a column of 62 px. */
function Below({ event, day }: { event: CalendarEvent; day: string | null }) {
  const length = event.duration_minutes ? `${event.duration_minutes} Min.` : null
  if (!day) return length
  return (
    <>
      {day}
      {length && <br />}
      {length}
    </>
  )
}

function FormatLink({ event }: { event: CalendarEvent }) {
  const name = eventFormatName(event) ?? event.title
  if (!event.format) return name
  return (
    <Link to="/formate/$formatSlug" params={{ formatSlug: event.format.slug }}>
      {name}
    </Link>
  )
}

const episodeTitle = (event: CalendarEvent): string =>
  eventOwnTitle(event) ?? (eventPlace({ season_number: null, episode_number: event.episode_number }) || event.title)

/** Season and episode, unless the title above says just that. */
function Season({ event, linked }: { event: CalendarEvent; linked: boolean }) {
  const { format, season_slug, season_number } = event
  const episode = eventOwnTitle(event) ? eventPlace({ season_number: null, episode_number: event.episode_number }) : ''
  if (!linked || season_number === null) return episode || null
  const season = `Staffel ${season_number}`
  return (
    <>
      {format && season_slug ? (
        <Link
          to="/formate/$formatSlug/staffel/$staffelSlug"
          params={{ formatSlug: format.slug, staffelSlug: season_slug }}
          className="link"
        >
          {season}
        </Link>
      ) : (
        season
      )}
      {episode && `, ${episode}`}
    </>
  )
}

function SubscribeLink({ name, slug }: { name: string; slug: string }) {
  return (
    <a href={`${formatPath(slug)}.ics`} className="icon-btn" aria-label={`${name} als .ics abonnieren`}>
      <Icon of={CalendarPlus} />
    </a>
  )
}
