import type { ProfileComments, ProfileFanOf, ProfilePage, ProfilePosts } from '@hot/domain/contract/member'
import { freshMs } from '@hot/domain/network/query-policy'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

const pageSize = 20

/** A member's public profile by current or former slug; null when there is none. */
export const profileQuery = (slug: string) =>
  queryOptions({
    queryKey: ['profiles', 'one', slug],
    queryFn: ({ signal }) => pageRpc<ProfilePage | null>('profile_page', { p_slug: slug }, signal),
    staleTime: freshMs.profiles,
  })

/**
 * An endless list on a profile. All of them ask by the member's id and walk by opaque cursors; `after` begins later and
 * is only set for readers without JavaScript.
 */
function profileList<Page extends { next: string | null }>(
  name: 'profile_posts' | 'profile_comments' | 'profile_fan_of',
  profileId: string,
  after: string | undefined,
) {
  return infiniteQueryOptions({
    queryKey: ['profiles', name, profileId, after],
    queryFn: ({ pageParam, signal }) =>
      pageRpc<Page>(name, { p_profile_id: profileId, p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.profiles,
  })
}

export const profilePostsQuery = (profileId: string, after?: string) =>
  profileList<ProfilePosts>('profile_posts', profileId, after)
export const profileCommentsQuery = (profileId: string, after?: string) =>
  profileList<ProfileComments>('profile_comments', profileId, after)
export const profileFanOfQuery = (profileId: string, after?: string) =>
  profileList<ProfileFanOf>('profile_fan_of', profileId, after)
