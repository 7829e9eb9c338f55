import type { StarRef } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { Link } from '@tanstack/react-router'

export function StarLink({ star }: { star: StarRef }) {
  return (
    <Link to="/stars/$starSlug" params={{ starSlug: star.slug }}>
      {starName(star)}
    </Link>
  )
}
