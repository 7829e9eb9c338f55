import type { SeasonPage } from '@hot/domain/contract/format'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { seasonDates, seasonTitle } from '#web/entities/format/format-text.ts'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { FormatSection } from './format-section.tsx'

type SeasonViewProps = {
  season: SeasonPage
  share: ReactNode
  cast: ReactNode
  episodes: ReactNode
  /** Posts tagged with the format. */
  posts: ReactNode
}

/** The page of a season. Parts that belong to other features are passed in. */
export function SeasonView({ season, share, cast, episodes, posts }: SeasonViewProps) {
  const { format } = season
  return (
    <div className="page">
      <Breadcrumb>
        <Link to="/formate" className="link">
          Formate
        </Link>
        <Link to="/formate/$formatSlug" params={{ formatSlug: format.slug }} className="link">
          {format.name}
        </Link>
      </Breadcrumb>
      <SeasonHeader season={season} share={share} />
      <div className="page-grid mt-8 lg:mt-12">
        <FormatSection title="Cast">{cast || <NoCast />}</FormatSection>
        <FormatSection title="Folgen" className="lg:col-span-8">
          {episodes}
        </FormatSection>
        <FormatSection title="Weitere Staffeln" className="lg:col-span-4">
          <Neighbours season={season} />
        </FormatSection>
        <FormatSection title={`Trashtalk über ${format.short_name ?? format.name}`}>{posts}</FormatSection>
      </div>
    </div>
  )
}

function SeasonHeader({ season, share }: { season: SeasonPage; share: ReactNode }) {
  const { format } = season
  const dates = seasonDates(season)
  return (
    <header className="grid gap-3.5 border-t-8 pt-4" style={{ borderColor: format.color }}>
      <p className="type-h3 text-ink-2">
        {format.emoji && <span aria-hidden="true">{format.emoji} </span>}
        <span>{format.name}</span>
      </p>
      <h1 className="type-lead">{seasonTitle(season, format)}</h1>
      <div className="flex flex-wrap items-center gap-2">
        <Badge kind={season.status === 'running' ? 'live' : 'plain'}>{seasonStatusTexts[season.status]}</Badge>
        {format.broadcaster && <Badge>{format.broadcaster.name}</Badge>}
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
      {season.description && <p className="prose whitespace-pre-line">{season.description}</p>}
      <div className="flex flex-wrap gap-2">{share}</div>
    </header>
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
  return <p className="text-ink-2">Der Cast ist noch geheim. Uns sagt auch keiner was.</p>
}

/** While more episodes follow, past ones are collapsed if there are at least this many. */
const collapseFrom = 5

/** Calendar rows in order of time. */
type SeasonEpisodesProps = { past: ReactNode[]; coming: ReactNode[] }

/** Episodes of a season. While more follow, past ones are collapsed, so that the next one is on top. */
export function SeasonEpisodes({ past, coming }: SeasonEpisodesProps) {
  if (past.length + coming.length === 0) return <p className="text-ink-2">Noch keine Folge im Kalender.</p>
  const isCollapsed = coming.length > 0 && past.length >= collapseFrom
  if (!isCollapsed) return [...past, ...coming]
  return (
    <>
      <details className="mb-3">
        <summary className="link py-2">{past.length} Folgen sind schon gelaufen</summary>
        {past}
      </details>
      {coming}
    </>
  )
}

const cards = Array.from({ length: 10 }, (_, index) => index)

/** A season's page while it loads: title, stats and cast in their final positions. */
export function SeasonSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Staffel wird geladen</VisuallyHidden>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="mt-6 h-14 w-3/5 lg:h-20" />
      <Skeleton className="mt-4 h-6 w-4/5" />
      <div className="star-grid mt-12">
        {cards.map((card) => (
          <Skeleton key={card} className="aspect-[1/1.05]" />
        ))}
      </div>
    </div>
  )
}
