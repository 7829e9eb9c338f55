import type { AdminStarRef } from '@hot/domain/contract/admin/stars'
import { searchDebounceMs } from '@hot/domain/search/limits'
import { starName } from '@hot/domain/star/name'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '#web/ui/data/badge.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { editStarPath } from './star-addresses.ts'
import type { StarFields } from './star-fields.ts'
import { similarStarsQuery } from './stars-queries.ts'

/** While a new star is typed: who is there already under a near name. Silent when nobody is, and when it cannot be asked. */
export function SimilarStars({ fields }: { fields: StarFields }) {
  const typed = [fields.first_name, fields.nickname, fields.last_name].filter(Boolean).join(' ')
  const { data } = useQuery(similarStarsQuery(useDebounced(typed, searchDebounceMs)))
  if (!data || data.length === 0 || typed.trim() === '') return null
  return (
    <Note kind="warn">
      <p>Gibt es den schon? Ähnliche Namen:</p>
      <ul>
        {data.map((star) => (
          <li key={star.id}>
            <SimilarStar star={star} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

export function SimilarStar({ star }: { star: AdminStarRef }) {
  return (
    <>
      <Link to={editStarPath(star.id)} className="link">
        {starName(star)}
      </Link>{' '}
      {!star.is_active && <Badge>Versteckt</Badge>}
    </>
  )
}
