import { untoldKind } from '@hot/domain/calendar/event-kind'
import { eventDetails, eventFormatName, eventOwnTitle, seasonAndEpisode } from '@hot/domain/calendar/event-name'
import { type EventState, eventState } from '@hot/domain/calendar/on-air'
import { eventFilePath } from '@hot/domain/calendar/subscription'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { ReactNode } from 'react'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

export type EventListRowProps = {
  event: CalendarEvent
  /** Server time (epoch ms). */
  now: number
  /** The subject of the page, which the row does not repeat. */
  about?: 'format' | 'season'
  /** Shows the day below the time, for lists without day headings. */
  showDay?: boolean
  level?: HeadingLevel
}

/** One broadcast: when, what, where, with links to its format and its .ics. */
export function EventListRow({ event, now, about, showDay, level = 3 }: EventListRowProps) {
  const state = eventState(event, now)
  const day = dayLabel(event.event_date, todayInBerlin(now))
  return (
    <EventRow
      time={clock(event.event_time)}
      dateTime={`${event.event_date}T${clock(event.event_time)}`}
      duration={<Below event={event} day={showDay ? day : null} />}
      color={event.format?.color}
      title={about ? episodeTitle(event) : <FormatLink event={event} />}
      meta={about ? <Season event={event} linked={about === 'format'} /> : eventDetails(event)}
      note={event.change_note}
      badges={<EventBadges event={event} now={now} />}
      action={(state === 'later' || state === 'now') && <FileLink event={event} day={day} />}
      state={state}
      level={level}
    />
  )
}

/** Day and duration below the time, in a column of 62 px. */
export function Below({ event, day, times }: { event: CalendarEvent; day: string | null; times?: number }) {
  const minutes = event.duration_minutes ? `${event.duration_minutes} Min.` : null
  const length = minutes && times ? `${times} × ${minutes}` : minutes
  if (!day) return length
  return (
    <>
      {day}
      {length && <br />}
      <span>{length}</span>
    </>
  )
}

export function FormatLink({ event }: { event: CalendarEvent }) {
  const name = eventFormatName(event) ?? event.title
  if (!event.format) return name
  return (
    <Link to="/formate/$formatSlug" params={{ formatSlug: event.format.slug }}>
      {name}
    </Link>
  )
}

/** What a broadcast is called where its format and season are known: `Das große Wiedersehen`, else `Folge 10`. */
export const episodeTitle = (event: CalendarEvent): string =>
  eventOwnTitle(event) ??
  (seasonAndEpisode({ season_number: null, episode_number: event.episode_number }) || event.title)

/** Season and episode, unless the title already contains just that. */
function Season({ event, linked }: { event: CalendarEvent; linked: boolean }) {
  const { format, season_slug, season_number } = event
  const episode = eventOwnTitle(event)
    ? seasonAndEpisode({ season_number: null, episode_number: event.episode_number })
    : ''
  if (!linked || season_number === null) return episode || null
  const season = `Staffel ${season_number}`
  return (
    <>
      <span>
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
      </span>
      <span>{episode && `, ${episode}`}</span>
    </>
  )
}

/** The broadcast as a file for the calendar. */
export function FileLink({ event, day }: { event: CalendarEvent; day: string }) {
  const name = eventFormatName(event) ?? event.title
  return (
    <a
      href={eventFilePath(event.id)}
      className="icon-btn"
      download
      aria-label={`${name}, ${day} ${clock(event.event_time)} Uhr: in den Kalender`}
    >
      <Icon of={CalendarPlus} />
    </a>
  )
}

/** For providers without a colour. */
const defaultProviderColor = '#0ea5e9'

/**
 * Badges for running and live broadcasts, for what is no ordinary episode, and where to watch. A channel that is its own streaming service is listed
 * once.
 */
export function EventBadges({ event, now }: { event: CalendarEvent; now: number }) {
  const { channel, streaming_platform: platform, streaming_color: color, streaming_url: url } = event
  const state = eventState(event, now)
  const kind = untoldKind(event)
  return (
    <>
      {state === 'cancelled' && <Badge kind="outline">Fällt aus</Badge>}
      {state === 'now' && <Badge kind="live">Läuft gerade</Badge>}
      {event.is_live && (state === 'later' ? <Badge kind="live">Live</Badge> : <Badge>Live</Badge>)}
      {kind && <Badge kind={event.event_type === 'finale' ? 'new' : 'plain'}>{kind}</Badge>}
      {channel && channel !== platform && <Badge>{channel}</Badge>}
      {platform && <ProviderChip name={platform} color={color ?? defaultProviderColor} href={url} small />}
    </>
  )
}

type EventRowProps = {
  /** `20:15` */
  time: string
  /** `2026-11-21T20:15`, for machines. */
  dateTime?: string
  /** `60 Min.` */
  duration?: ReactNode
  /** Colour of the format; ink by default. */
  color?: string | undefined
  /** Usually a link. */
  title: ReactNode
  meta?: ReactNode
  /** Why it was moved or cancelled. */
  note?: string | null
  /** Channel, provider, live. */
  badges?: ReactNode
  /** The .ics link. */
  action?: ReactNode
  state?: EventState
  level?: HeadingLevel
  /** Below all that. */
  children?: ReactNode
}

/** One broadcast in a list. A running one has a hot-soft background. */
export function EventRow(props: EventRowProps) {
  const {
    time,
    dateTime,
    duration,
    color,
    title,
    meta,
    note,
    badges,
    action,
    state = 'later',
    level = 3,
    children,
  } = props
  return (
    <article className={classNames('event-row', state !== 'later' && `event-row-${state}`)}>
      <div className="event-time">
        <time dateTime={dateTime}>{time}</time>
        {duration && <small>{duration}</small>}
      </div>
      <div className="event-what" style={{ '--c': color }}>
        <Heading level={level} className="type-h4">
          {title}
        </Heading>
        {meta && <p className="meta">{meta}</p>}
        {note && <p className="text-small">{note}</p>}
        {badges && <div className="event-badges">{badges}</div>}
        {children}
      </div>
      {action}
    </article>
  )
}
