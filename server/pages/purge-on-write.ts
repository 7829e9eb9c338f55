import { rpcTraits } from '@hot/domain/contract/rpcs'

/**
 * Writes to tables that change what guests see; for functions the table of contracts says it. Moderation must bite at once and
 * editing should show at once; votes, reactions and new posts may wait for the cache's 30 seconds, or every vote would empty it.
 */
const editedByStaff = new Set([
  'app_settings',
  'broadcasters',
  'calendar_events',
  'formats',
  'moderation_actions',
  'news',
  'post_rumors',
  'season_participants',
  'seasons',
  'star_social_accounts',
  'stars',
  'streaming_providers',
])

/** Written by members as well: what they add may wait, what is changed or removed may not. */
const writtenByMembers = new Set(['comments', 'community_posts', 'poll_options', 'profiles'])

const isWrite = (method: string) => method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE'

/** True when a successful request of this kind must empty the page cache. `path` as `/rest/v1/…`. */
export function changesPages(method: string, path: string): boolean {
  if (!isWrite(method)) return false
  const [, rest, version, table = '', name = ''] = path.split('/')
  if (rest !== 'rest' || version !== 'v1') return false
  if (table === 'rpc') return rpcTraits(name)?.purges ?? false
  return editedByStaff.has(table) || (method !== 'POST' && writtenByMembers.has(table))
}
