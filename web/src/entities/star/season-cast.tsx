import type { SeasonPage } from '@hot/domain/contract/format'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'
import { FittedName } from '#web/ui/layout/fitted-name.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Distinction } from './distinction.tsx'
import { Heat } from './score.tsx'

/** Who takes part in a season, in one row that scrolls; in lines where there is room. */
export function SeasonCast({ cast }: { cast: SeasonPage['cast'] }) {
  return (
    <ul className="season-cast scroller">
      {cast.map((star) => (
        <li key={star.id}>
          <Avatar id={star.id} name={starName(star)} src={star.avatar_url} size={64} />
          <Link to="/stars/$starSlug" params={{ starSlug: star.slug }} className="stretch-link">
            <FittedName name={starName(star)} />
            <Distinction star={star} />
          </Link>
          {star.placement && <span className="meta">{star.placement}</span>}
          <Heat score={star.hot_score} />
        </li>
      ))}
    </ul>
  )
}
