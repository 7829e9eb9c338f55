import type { StarSeason } from '@hot/domain/contract/star'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { Link } from '@tanstack/react-router'
import { SeasonCard } from '#web/entities/format/season-card.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

/** Every season a star took part in, newest first, with the placement. */
export function StarSeasons({ seasons }: { seasons: StarSeason[] }) {
  if (seasons.length === 0)
    return <p className="text-ink-2">Noch in keiner Staffel gesehen. Das kann ja noch werden.</p>
  return (
    <ul className="season-strip scroller">
      {seasons.map((season) => (
        <SeasonCard
          key={season.season_id}
          number={season.season_number}
          title={<SeasonLink season={season} />}
          meta={season.placement ?? seasonStatusTexts[season.status]}
          color={season.format_color}
          current={season.status === 'running'}
        />
      ))}
    </ul>
  )
}

function SeasonLink({ season }: { season: StarSeason }) {
  return (
    <Link
      to="/formate/$formatSlug/staffel/$staffelSlug"
      params={{ formatSlug: season.format_slug, staffelSlug: season.season_slug }}
    >
      {season.format_short_name ?? season.format_name}
      <VisuallyHidden>, Staffel {season.season_number}</VisuallyHidden>
    </Link>
  )
}
