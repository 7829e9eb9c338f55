import type { FormatRef, SeasonCard as SeasonCardData } from '@hot/domain/contract/format'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { Link } from '@tanstack/react-router'
import { SeasonCard } from '#web/entities/format/season-card.tsx'
import { ownTitle } from '#web/entities/format/season-title.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

type Props = { seasons: SeasonCardData[]; format: FormatRef }

/** All seasons of a format, newest first; the one that runs stands in a frame. */
export function SeasonStrip({ seasons, format }: Props) {
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
      {own ?? `Staffel ${season.season_number}`}
    </Link>
  )
}

/** What runs or comes says so; what is over says when it was. */
function seasonMeta({ status, start_date }: SeasonCardData): string {
  const text = seasonStatusTexts[status]
  if (status === 'ended') return start_date?.slice(0, 4) ?? text
  return start_date ? `${text} · ${start_date.slice(0, 4)}` : text
}
