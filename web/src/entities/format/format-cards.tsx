import { isRerun } from '@hot/domain/calendar/event-kind'
import { eventWhen } from '@hot/domain/calendar/on-air'
import type { FormatCard } from '@hot/domain/contract/format'
import { starName } from '@hot/domain/star/name'
import { type Day, daysBetween, todayInBerlin } from '@hot/domain/time/berlin-time'
import { dayLabel, upcomingLabel } from '@hot/domain/time/german-date'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { readableTextColor } from '#web/ui/color/contrast.ts'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { Avatar, AvatarStack } from '#web/ui/media/avatar.tsx'
import { tileName } from './format-text.ts'

type GridProps = {
  formats: FormatCard[]
  /** Server time (epoch ms). */
  now: number
  level?: HeadingLevel
}

/** Formats as tiles. The first format whose next episode is a final has the grid's only sticker. */
export function FormatGrid({ formats, now, level = 3 }: GridProps) {
  const today = todayInBerlin(now)
  const final = formats.find(
    ({ next_episode: next }) =>
      next && !isRerun(next) && (next.event_type === 'finale' || /\bfinale\b/i.test(next.title)),
  )
  return (
    <ul className="format-grid">
      {formats.map((format) => (
        <li key={format.id}>
          <FormatEntry format={format} now={now} today={today} isFinal={format === final} level={level} />
        </li>
      ))}
    </ul>
  )
}

type EntryProps = { format: FormatCard; now: number; today: Day; isFinal: boolean; level: HeadingLevel }

/** Within a week the day with the time, later the date only: a tile on a phone has no room for both. */
function tileDate(day: Day, time: string, today: Day): string {
  return daysBetween(today, day) < 7 ? upcomingLabel(day, time, today) : dayLabel(day, today)
}

/** `läuft gerade`, else when the next episode comes; a repeat says that it is one. */
function nextFact(next: NonNullable<FormatCard['next_episode']>, now: number, today: Day): string {
  if (eventWhen(next, now) === 'now') return 'läuft gerade'
  const date = tileDate(next.event_date, next.event_time, today)
  return isRerun(next) ? `${date} (Wdh.)` : date
}

/** One format: next date, number of participants, up to three top stars. */
function FormatEntry({ format, now, today, isFinal, level }: EntryProps) {
  const { next_episode: next, top_stars: stars } = format
  return (
    <FormatTile
      color={format.color}
      emoji={format.emoji}
      level={level}
      title={
        <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }}>
          {tileName(format.name, format.short_name)}
        </Link>
      }
      sticker={isFinal && <HighlightBadge>Finale!</HighlightBadge>}
      facts={
        <>
          <span className="first-letter:uppercase">{next ? nextFact(next, now, today) : 'Pause'}</span>
          <span>{format.participants} dabei</span>
          {stars.length > 0 && (
            <span className="basis-full">
              <AvatarStack label={`Top-Stars: ${stars.map(starName).join(', ')}`}>
                {stars.map((star) => (
                  <Avatar key={star.id} id={star.id} name={starName(star)} src={star.avatar_url} size={28} />
                ))}
              </AvatarStack>
            </span>
          )}
        </>
      }
    />
  )
}

/** A tilted yellow label, at most one per grid. */
function HighlightBadge({ children }: { children: ReactNode }) {
  return <span className="sticker">{children}</span>
}

type TileProps = {
  /** `#RRGGBB` */
  color: string
  emoji: string | null
  /** A link with the name (see `tileName`); it covers the tile. */
  title: ReactNode
  /** At most one per grid. */
  sticker?: ReactNode
  /** Next date, participants, top stars: each a `<span>`. */
  facts?: ReactNode
  level?: HeadingLevel
}

/** A format in its colour, with dot pattern and cropped emoji, inside `.format-grid`. */
export function FormatTile({ color, emoji, title, sticker, facts, level = 3 }: TileProps) {
  return (
    <article className="format-tile">
      <div className="format-face" style={{ '--c': color, '--cf': readableTextColor(color) }}>
        <Heading level={level} className="stretch-link">
          {title}
        </Heading>
        {emoji && (
          <span className="format-emoji" aria-hidden="true">
            {emoji}
          </span>
        )}
      </div>
      {sticker}
      {facts && <div className="format-facts">{facts}</div>}
    </article>
  )
}

type SeasonProps = {
  number: number
  /** A link; it covers the card. */
  title: ReactNode
  /** Placement or status. */
  meta?: ReactNode
  /** Colour of the format. */
  color?: string
  /** Ink border: the current season, or the one shown. */
  current?: boolean
}

/** One season, inside `<ul className="season-strip scroller">`. */
export function SeasonCard({ number, title, meta, color, current }: SeasonProps) {
  return (
    <li className={classNames('season-card', current && 'season-card-current')} style={{ '--c': color }}>
      <span className="season-number" aria-hidden="true">
        {number}
      </span>
      <strong className="stretch-link">{title}</strong>
      <span className="meta">{meta}</span>
    </li>
  )
}
