import { freshMs } from '@hot/domain/network/query-policy'
import { type MemberTab, memberPath } from '@hot/domain/url/paths'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { rpcPages } from '#web/lib/api/rpc/rpc-pages.ts'

const pageSize = 20

/** A member's public profile by current or former slug; null when there is none. */
export const profileQuery = (slug: string) =>
  queryOptions({
    queryKey: ['profiles', 'one', slug],
    queryFn: ({ signal }) => rpc('profile_page', { p_slug: slug }, signal),
    staleTime: freshMs.profiles,
  })

// Infinite lists on a profile, fetched by the member's id with opaque cursors. `after` starts at a later page and is
// only set for readers without JavaScript.
const list = (name: string, profileId: string, after: string | undefined) => ({
  queryKey: ['profiles', name, profileId, after],
  staleTime: freshMs.profiles,
})
const pageOf = (profileId: string) => ({ p_profile_id: profileId, p_limit: pageSize })

export const profilePostsQuery = (profileId: string, after?: string) =>
  infiniteQueryOptions({
    ...list('profile_posts', profileId, after),
    ...rpcPages('profile_posts', pageOf(profileId), after),
  })
export const profileCommentsQuery = (profileId: string, after?: string) =>
  infiniteQueryOptions({
    ...list('profile_comments', profileId, after),
    ...rpcPages('profile_comments', pageOf(profileId), after),
  })
export const profileFanOfQuery = (profileId: string, after?: string) =>
  infiniteQueryOptions({
    ...list('profile_fan_of', profileId, after),
    ...rpcPages('profile_fan_of', pageOf(profileId), after),
  })

/** URL of a list's next page, for readers without JavaScript; undefined at its end. */
export const nextPartHref = (slug: string, tab: MemberTab | undefined, next: string | null | undefined) =>
  next ? `${memberPath(slug, tab)}?${new URLSearchParams({ nach: next })}` : undefined
