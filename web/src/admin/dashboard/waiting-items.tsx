import type { AdminBadges } from '@hot/domain/contract/admin/staff'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/ui/data/format-number.ts'
import { useStaff } from '../kit/access.tsx'
import { adminBadgesQuery } from './admin-badges.ts'

/** The database counts no further. */
const most = 1000
const shown = (count: number | undefined) =>
  count === undefined ? '–' : count >= most ? `${formatCount(most)}+` : formatCount(count)

const queues: readonly { badge: keyof AdminBadges; path: string; one: string; many: string }[] = [
  { badge: 'posts', path: '/admin/posts', one: 'Beitrag wartet', many: 'Beiträge warten' },
  { badge: 'reports', path: '/admin/reports', one: 'Fall gemeldet', many: 'Fälle gemeldet' },
  { badge: 'appeals', path: '/admin/appeals', one: 'Einspruch offen', many: 'Einsprüche offen' },
]

/** The three queues, each a way to its screen. */
export function WaitingItems() {
  const { userId } = useStaff()
  const { data } = useQuery(adminBadgesQuery(userId, true))
  return (
    <nav aria-label="Offen" className="waiting-items">
      {queues.map(({ badge, path, one, many }) => (
        <Link key={badge} to={path}>
          <b className="num">{shown(data?.[badge])}</b>
          <span>{data?.[badge] === 1 ? one : many}</span>
        </Link>
      ))}
    </nav>
  )
}
