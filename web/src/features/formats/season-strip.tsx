import type { SeasonCard as SeasonCardData } from '@hot/domain/wire/format'
import { Link } from '@tanstack/react-router'
import { SeasonCard } from '#web/ui/season-card.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

type Props = { seasons: SeasonCardData[]; formatSlug: string; color: string }

/** All seasons of a format, newest first; the one that runs stands in a frame. */
export function SeasonStrip({ seasons, formatSlug, color }: Props) {
  if (seasons.length === 0) return <p className="text-ink-2">Noch keine Staffel. Irgendwann ist immer Premiere.</p>
  return (
    <ul className="season-strip scroller">
      {seasons.map((season) => (
        <SeasonCard
          key={season.id}
          number={season.season_number}
          color={color}
          current={season.status === 'läuft'}
          title={
            <Link to="/formate/$formatSlug/staffel/$staffelSlug" params={{ formatSlug, staffelSlug: season.slug }}>
              {season.title ? (
                <>
                  <VisuallyHidden>Staffel {season.season_number}: </VisuallyHidden>
                  {season.title}
                </>
              ) : (
                `Staffel ${season.season_number}`
              )}
            </Link>
          }
          meta={seasonMeta(season)}
        />
      ))}
    </ul>
  )
}

/** What runs or comes says so; what is over says when it was. */
function seasonMeta({ status, start_date }: SeasonCardData): string {
  if (status === 'beendet') return start_date?.slice(0, 4) ?? status
  return start_date ? `${status} · ${start_date.slice(0, 4)}` : status
}
