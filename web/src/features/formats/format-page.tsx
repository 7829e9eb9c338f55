import type { FormatPage, FormatRef, SeasonCard as SeasonCardData } from '@hot/domain/contract/format'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { formatPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CalendarMenu } from '#web/entities/event/calendar-menu.tsx'
import { SeasonCard } from '#web/entities/format/format-cards.tsx'
import { ownTitle } from '#web/entities/format/format-text.ts'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { FollowSlot } from '#web/entities/member/follow-slot.tsx'
import { readableTextColor } from '#web/ui/color/contrast.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge, Stat } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { FormatSection } from './format-section.tsx'
import { NextEpisode, nextTitle } from './next-episode.tsx'

type FormatViewProps = {
  format: FormatPage
  /** Server time (epoch ms). */
  now: number
  share: ReactNode
  stars: ReactNode
  /** Posts tagged with the format. */
  posts: ReactNode
}

/** The page of a format. Parts that belong to other features are passed in. */
export function FormatView({ format, now, share, stars, posts }: FormatViewProps) {
  return (
    <div className="page">
      <div className="page-grid">
        <div className="lg:col-span-8">
          <FormatHeader format={format} share={share} />
        </div>
        <div className="grid content-start gap-8 lg:col-span-4">
          <FormatSection
            title={nextTitle(format.next_episode, now)}
            more={
              <Link to="/kalender" search={{ format: format.slug }} rel="nofollow">
                Kalender
              </Link>
            }
          >
            {format.next_episode ? (
              <NextEpisode episode={format.next_episode} now={now} />
            ) : (
              <p className="text-ink-2">Sendepause. Geh mal raus.</p>
            )}
          </FormatSection>
          {format.description && (
            <FormatSection title="Worum geht’s?">
              <p className="prose whitespace-pre-line">{format.description}</p>
            </FormatSection>
          )}
        </div>
        <FormatSection title="Staffeln">
          <SeasonStrip seasons={format.seasons} format={format} />
        </FormatSection>
        <FormatSection title="Top-Stars">
          {stars || <p className="text-ink-2">Noch niemand dabei, den man kennen könnte.</p>}
        </FormatSection>
        <FormatSection title={`Trashtalk über ${format.short_name ?? format.name}`}>{posts}</FormatSection>
      </div>
    </div>
  )
}

type FormatHeaderProps = {
  format: FormatPage
  /** Button that shares the page. */
  share: ReactNode
}

/** Poster, channels, figures, and buttons to subscribe and share. */
function FormatHeader({ format, share }: FormatHeaderProps) {
  return (
    <header>
      <FormatPoster format={format} />
      <div className="mt-4 grid gap-3.5">
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {format.broadcaster && format.broadcaster.name !== format.provider?.name && (
            <Badge>{format.broadcaster.name}</Badge>
          )}
          {format.provider && (
            <ProviderChip name={format.provider.name} color={format.provider.color} href={format.streaming_url} />
          )}
        </div>
        <div className="stats">
          <Stat value={formatCount(format.seasons_count)}>{format.seasons_count === 1 ? 'Staffel' : 'Staffeln'}</Stat>
          <Stat value={formatCount(format.participants)}>dabei</Stat>
        </div>
        <div className="page-actions">
          <FollowSlot type="format" id={format.id} title={format.short_name ?? format.name} />
          <CalendarMenu path={`${formatPath(format.slug)}.ics`} className={buttonClass()} />
          {share}
        </div>
      </div>
    </header>
  )
}

/** A no-break space before each dash, so that no line starts with one. */
const withBoundDash = (name: string) => name.replaceAll(' – ', '\u00a0– ')

/** The format as an enlarged tile: its colour with dot pattern, name and cropped emoji. */
function FormatPoster({ format }: { format: FormatRef }) {
  return (
    <div
      className="relative isolate -mx-gutter -mt-5 grid min-h-59 items-start overflow-hidden px-gutter py-5 lg:mx-0 lg:mt-0 lg:min-h-84 lg:px-8"
      style={{ background: format.color, color: readableTextColor(format.color) }}
    >
      <span
        className="absolute -inset-x-[10%] top-[46%] -bottom-[30%] -z-1 -rotate-10 bg-(image:--dots) bg-size-[9px_9px] opacity-20"
        aria-hidden="true"
      />
      {format.emoji && (
        <span
          className="absolute -right-2 -bottom-6 -z-1 -rotate-8 text-[8rem] leading-none lg:text-[13rem]"
          aria-hidden="true"
        >
          {format.emoji}
        </span>
      )}
      <h1 className="type-lead max-w-[92%] hyphens-auto lg:max-w-[80%]">{withBoundDash(format.name)}</h1>
    </div>
  )
}

type SeasonStripProps = { seasons: SeasonCardData[]; format: FormatRef }

/** All seasons of a format, newest first; the running one has an ink border. */
function SeasonStrip({ seasons, format }: SeasonStripProps) {
  if (seasons.length === 0) return <p className="text-ink-2">Noch keine Staffel. Irgendwann ist immer Premiere.</p>
  return (
    <ul className="season-strip scroller">
      {seasons.map((season) => (
        <SeasonCard
          key={season.id}
          number={season.season_number}
          color={format.color}
          current={season.status === 'running'}
          title={<SeasonLink season={season} format={format} />}
          meta={seasonMeta(season)}
        />
      ))}
    </ul>
  )
}

function SeasonLink({ season, format }: { season: SeasonCardData; format: FormatRef }) {
  const own = ownTitle(season, format)
  return (
    <Link to="/formate/$formatSlug/staffel/$staffelSlug" params={{ formatSlug: format.slug, staffelSlug: season.slug }}>
      {own && <VisuallyHidden>Staffel {season.season_number}: </VisuallyHidden>}
      <span>{own ?? 'Staffel'}</span>
      {!own && <VisuallyHidden> {season.season_number}</VisuallyHidden>}
    </Link>
  )
}

/** The year of ended seasons; status and year of others. */
function seasonMeta({ status, start_date }: SeasonCardData): string {
  const text = seasonStatusTexts[status]
  if (status === 'ended') return start_date?.slice(0, 4) ?? text
  return start_date ? `${text} · ${start_date.slice(0, 4)}` : text
}

/** A format's page while it loads: poster, next episode, seasons in their final positions. */
export function FormatSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Format wird geladen</VisuallyHidden>
      <div className="page-grid">
        <Skeleton className="-mx-gutter -mt-5 h-59 lg:col-span-8 lg:mx-0 lg:mt-0 lg:h-84" />
        <Skeleton className="h-48 lg:col-span-4" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
