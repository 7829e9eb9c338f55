import { isRerun } from '@hot/domain/calendar/event-kind'
import { seasonAndEpisode } from '@hot/domain/calendar/event-name'
import { eventWhen } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import type { SeasonPage } from '@hot/domain/contract/format'
import type { Standing } from '@hot/domain/episode/standing'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { formatPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { CalendarMenu } from '#web/entities/event/calendar-menu.tsx'
import { episodeTitle } from '#web/entities/event/event-row.tsx'
import { seasonDates, seasonTitle } from '#web/entities/format/format-text.ts'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { FollowSlot } from '#web/entities/member/follow-slot.tsx'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { FormatSection } from './format-section.tsx'
import { NextEpisode, nextTitle } from './next-episode.tsx'

type SeasonViewProps = {
  season: SeasonPage
  /** What is on air, or comes next; none: the season is over, or nothing is planned. */
  next: ReactNode
  share: ReactNode
  cast: ReactNode
  episodes: ReactNode
  /** Posts tagged with the format. */
  posts: ReactNode
}

/** The page of a season: tonight first, then its episodes, then who takes part. Parts of other features are passed in. */
export function SeasonView({ season, next, share, cast, episodes, posts }: SeasonViewProps) {
  const { format } = season
  const name = format.short_name ?? format.name
  return (
    <div className="page">
      <Breadcrumb>
        <Link to="/formate" className="link">
          Formate
        </Link>
        <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }} className="link">
          {name}
        </Link>
      </Breadcrumb>
      <div className="page-grid">
        <div className="grid content-start gap-5 lg:col-span-7 lg:gap-8">
          <SeasonHeader season={season} />
          {next}
          <div className="page-actions">
            <FollowSlot type="format" id={format.id} title={name} />
            <CalendarMenu path={`${formatPath(format.slug)}.ics`} className={buttonClass()} />
            {share}
          </div>
        </div>
        <FormatSection title="Folgen" className="lg:col-span-5">
          {episodes}
        </FormatSection>
        <FormatSection title="Mit dabei">{cast || <NoCast />}</FormatSection>
        {season.description && (
          <FormatSection title="Worum geht’s?" className="lg:col-span-8">
            <p className="prose whitespace-pre-line">{season.description}</p>
          </FormatSection>
        )}
        <FormatSection title="Weitere Staffeln" className={season.description ? 'lg:col-span-4' : undefined}>
          <Neighbours season={season} />
        </FormatSection>
        <FormatSection title={`Trashtalk über ${name}`}>{posts}</FormatSection>
      </div>
    </div>
  )
}

function SeasonHeader({ season }: { season: SeasonPage }) {
  const { format } = season
  const dates = seasonDates(season)
  return (
    <header className="grid gap-2.5 border-t-8 pt-3" style={{ borderColor: format.color }}>
      <p className="type-h3 text-ink-2">
        {format.emoji && <span aria-hidden="true">{format.emoji} </span>}
        <span>{format.name}</span>
      </p>
      <h1 className="type-lead">{seasonTitle(season, format)}</h1>
      <div className="flex flex-wrap items-center gap-2">
        <Badge kind={season.status === 'running' ? 'live' : 'plain'}>{seasonStatusTexts[season.status]}</Badge>
        {format.broadcaster && format.broadcaster.name !== format.provider?.name && (
          <Badge>{format.broadcaster.name}</Badge>
        )}
        {format.provider && (
          <ProviderChip name={format.provider.name} color={format.provider.color} href={format.streaming_url} />
        )}
      </div>
      <div className="stats">
        {dates && <span>{dates}</span>}
        {season.location && <span>{season.location}</span>}
        <span>
          <b>{season.cast.length}</b> dabei
        </span>
      </div>
    </header>
  )
}

type SeasonNextProps = {
  /** What is on air, or comes next. */
  event: CalendarEvent
  /** Server time (epoch ms). */
  now: number
}

/** `Folge 10: Das große Wiedersehen`; the number alone where there is no title, and the title where there is no number. */
function fullTitle(event: CalendarEvent): string {
  const number = seasonAndEpisode({ season_number: null, episode_number: event.episode_number })
  const title = episodeTitle(event)
  return number && title !== number ? `${number}: ${title}` : title
}

/** What is on air, with the way there, or comes next, in a frame of its own: what people open the page for. */
export function SeasonNext({ event, now }: SeasonNextProps) {
  const { streaming_platform: platform, streaming_url: url } = event
  return (
    <section className="border-2 border-ink bg-sheet p-4">
      <h2 className="type-h4 mb-2 text-hot-ink">{nextTitle(event, now)}</h2>
      <NextEpisode episode={{ ...event, title: fullTitle(event) }} now={now} />
      {eventWhen(event, now) === 'now' && platform && url && (
        <a className={classNames(buttonClass({ variant: 'strong' }), 'mt-3')} href={url} target="_blank" rel="noopener">
          {`${platform} öffnen`}
        </a>
      )}
    </section>
  )
}

/**
 * Of a season's episodes in order: what is on air, else the next new one, else the next repeat; undefined when nothing
 * comes, as in `private.format_heads`.
 */
export function nextOf(episodes: readonly CalendarEvent[], now: number): CalendarEvent | undefined {
  const coming = episodes.filter((episode) => !episode.is_cancelled && eventWhen(episode, now) !== 'past')
  return (
    coming.find((episode) => eventWhen(episode, now) === 'now') ??
    coming.find((episode) => !isRerun(episode)) ??
    coming[0]
  )
}

/** Links to the previous and the next season, and to all seasons. */
function Neighbours({ season: { format, previous, next } }: { season: SeasonPage }) {
  const season = '/formate/$formatSlug/staffel/$staffelSlug' as const
  const at = (staffelSlug: string) => ({ formatSlug: format.slug, staffelSlug })
  return (
    <nav className="flex flex-wrap gap-2" aria-label="Weitere Staffeln">
      {previous && (
        <Link to={season} params={at(previous.slug)} className={buttonClass()} rel="prev">
          <Icon of={ChevronLeft} />
          Staffel {previous.season_number}
        </Link>
      )}
      {next && (
        <Link to={season} params={at(next.slug)} className={buttonClass()} rel="next">
          Staffel {next.season_number}
          <Icon of={ChevronRight} />
        </Link>
      )}
      <Link
        to="/formate/$formatSlug"
        params={{ formatSlug: format.slug }}
        className={buttonClass({ variant: 'quiet' })}
      >
        Alle Staffeln
      </Link>
    </nav>
  )
}

function NoCast() {
  return <p className="text-ink-2">Wer dabei ist, ist noch geheim. Uns sagt auch keiner was.</p>
}

const loadStand = () => import('./stand/stand.tsx')

/** How far the member has seen a season; guests load nothing of it, and nobody before the first episode. */
export function StandSlot(props: { seasonId: string; standing: Standing }) {
  if (props.standing.aired === 0) return null
  return <MembersOnly load={loadStand}>{({ Stand }) => <Stand {...props} />}</MembersOnly>
}

/** While more episodes follow, past ones are collapsed if there are at least this many. */
const collapseFrom = 5

/** Calendar rows in order of time. */
type SeasonEpisodesProps = {
  /** How far the viewer has seen them. */
  stand: ReactNode
  past: ReactNode[]
  /** How many episodes the past broadcasts are. */
  aired: number
  coming: ReactNode[]
}

function airedText(count: number): string {
  if (count === 0) return 'Was schon gelaufen ist'
  return count === 1 ? '1 Folge ist schon gelaufen' : `${count} Folgen sind schon gelaufen`
}

/** Episodes of a season. While more follow, past ones are collapsed, so that the next one is on top. */
export function SeasonEpisodes({ stand, past, aired, coming }: SeasonEpisodesProps) {
  if (past.length + coming.length === 0) return <p className="text-ink-2">Noch keine Folge im Kalender.</p>
  const isCollapsed = coming.length > 0 && past.length >= collapseFrom
  if (!isCollapsed)
    return (
      <>
        {stand}
        {past}
        {coming}
      </>
    )
  return (
    <>
      {stand}
      <details className="mb-3">
        <summary className="link py-2">{airedText(aired)}</summary>
        {past}
      </details>
      {coming}
    </>
  )
}

const faces = Array.from({ length: 10 }, (_, index) => index)

/** A season's page while it loads: title, what comes next and the cast in their final positions. */
export function SeasonSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Staffel wird geladen</VisuallyHidden>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-6 h-14 w-3/5 lg:h-20" />
      <Skeleton className="mt-4 h-6 w-4/5" />
      <Skeleton className="mt-6 h-44 lg:w-7/12" />
      <div className="scroller mt-12">
        {faces.map((face) => (
          <Skeleton key={face} className="size-16 flex-none rounded-full" />
        ))}
      </div>
    </div>
  )
}
