import type { AdminFigures } from '@hot/domain/contract/admin/staff'
import type { InstallationState } from '@hot/domain/contract/site'
import { queryOptions } from '@tanstack/react-query'
import { siteAddress } from '#web/lib/api/config/runtime-config.ts'
import { DataError } from '#web/lib/api/data-error.ts'
import { fetchMarked } from '#web/lib/api/no-answer.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { operatorData } from '#web/lib/api/rpc/site-texts.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'

const now = { staleTime: 0, meta: { personal: true } } as const
/** Log entries on the dashboard; the activity page lists more. */
const latestActions = 5

export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => rpc('admin_stats', {}, signal),
  ...now,
})
export const latestActionsQuery = queryOptions({
  queryKey: ['admin', 'activity', 'latest'],
  queryFn: ({ signal }) => rpc('admin_activity_page', { p_limit: latestActions }, signal),
  ...now,
})
export const installationStateQuery = queryOptions({
  queryKey: ['admin', 'installation-state'],
  queryFn: ({ signal }) => fetchInstallationState(signal),
  retry: false,
  ...now,
})
export const operatorQuery = queryOptions({
  queryKey: ['admin', 'operator'],
  queryFn: ({ signal }) => operatorData(signal),
  ...now,
})

/** Shown when the stats fail to load, so that the dashboard remains usable. */
export const noFigures: AdminFigures = {
  total_users: 0,
  uncredited_stars: 0,
  uncredited_news: 0,
  active_users: 0,
  banned_users: 0,
  total_posts: 0,
  flagged_posts: 0,
  pending_posts: 0,
  pending_reports: 0,
  deleted_posts: 0,
  total_comments: 0,
  flagged_comments: 0,
  deleted_comments: 0,
  total_stars: 0,
  total_votes: 0,
  total_formats: 0,
  total_events: 0,
  recent_actions: 0,
  users_last_7_days: 0,
  posts_last_7_days: 0,
  stars_last_7_days: 0,
}

/** State of the installation, from the web server; for staff. Throws DataError or, when offline, TypeError. */
async function fetchInstallationState(signal: AbortSignal): Promise<InstallationState> {
  const token = await accessToken()
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetchMarked(await siteAddress('/_house.json'), { signal, headers })
  if (!answer.ok) throw new DataError('', answer.status, 'installation state', '')
  return answer.json()
}
