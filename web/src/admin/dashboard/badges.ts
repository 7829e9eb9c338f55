import type { AdminBadges } from '@hot/domain/contract/admin/staff'
import { freshMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

type Asked = { state: { status: string } }

/** Every 5 minutes, 1 minute after an error. */
const period = ({ state }: Asked): number =>
  state.status === 'error' ? freshMs.adminBadgesAfterError : freshMs.adminBadges

/** Numbers of items waiting for staff. `asked`: false for other viewers. Failures are silent and retried later. */
export const adminBadgesQuery = (userId: string, asked: boolean) =>
  queryOptions({
    queryKey: ['admin', userId, 'badges'],
    queryFn: ({ signal }) => rpc('admin_badges', {}, signal),
    enabled: asked,
    staleTime: freshMs.adminBadges,
    refetchInterval: period,
    retry: false,
    meta: { personal: true },
  })

/** Total of waiting items; 0 while unknown. */
export const waitingItems = (badges: AdminBadges | undefined): number =>
  badges ? badges.posts + badges.reports + badges.appeals + badges.comments + badges.stars + badges.concerns : 0
