import type { OwnProfile } from '@hot/domain/contract/account/account'
import { freshMs } from '@hot/domain/network/query-policy'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { rpcPages } from '#web/lib/api/rpc/rpc-pages.ts'

const pageSize = 20

/**
 * Key of personal data. It contains the member's id, so that another member who signs in on this device never sees the
 * data.
 */
export const accountKey = (userId: string, ...rest: string[]) => ['account', userId, ...rest] as const

/** What the avatar's initials are made of: one letter of the address until there is a nickname. */
export const avatarName = ({ nickname, email }: Pick<OwnProfile, 'nickname' | 'email'>): string =>
  nickname ?? email?.at(0) ?? '?'

/** Overview and own profile. Refetched on every visit, because karma and notifications change meanwhile. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'page'),
    queryFn: ({ signal }) => rpc('account_page', {}, signal),
    staleTime: 0,
  })

export const notificationSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'notification-settings'),
    queryFn: ({ signal }) => rpc('notification_settings', {}, signal),
    staleTime: freshMs.profiles,
  })

/** How often the mail about what is unread comes. */
export const digestQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'digest'),
    queryFn: ({ signal }) => rpc('own_digest', {}, signal),
    staleTime: freshMs.profiles,
  })

/** Which mails about its work a member of the team gets; null for others. */
export const teamMailsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'team-mails'),
    queryFn: ({ signal }) => rpc('own_team_mails', {}, signal),
    staleTime: freshMs.profiles,
  })

/** Whether search engines may list the member's profile. Refetched on every visit: what was written since decides too. */
export const searchListingQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'search-listing'),
    queryFn: ({ signal }) => rpc('own_search_listing', {}, signal),
    staleTime: 0,
  })

/** How often the member was right about rumors. */
export const hitRateQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'hit-rate'),
    queryFn: ({ signal }) => rpc('own_hit_rate', {}, signal),
    staleTime: freshMs.posts,
  })

/** The devices on which the member is signed in. Refetched on every visit. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'sessions'),
    queryFn: ({ signal }) => rpc('account_sessions', {}, signal),
    staleTime: 0,
  })

// The member's own infinite lists, paged by opaque cursors.
const list = (name: string, userId: string) => ({ queryKey: accountKey(userId, name), staleTime: freshMs.posts })

export const ownStarsQuery = (userId: string) =>
  infiniteQueryOptions({ ...list('account_stars', userId), ...rpcPages('account_stars', { p_limit: pageSize }) })
export const savedPostsQuery = (userId: string) =>
  infiniteQueryOptions({ ...list('account_saved', userId), ...rpcPages('account_saved', { p_limit: pageSize }) })
export const ownPostsQuery = (userId: string) =>
  infiniteQueryOptions({ ...list('own_posts', userId), ...rpcPages('own_posts', { p_limit: pageSize }) })
export const ownCommentsQuery = (userId: string) =>
  infiniteQueryOptions({ ...list('own_comments', userId), ...rpcPages('own_comments', { p_limit: pageSize }) })

/** The member's karma ledger, latest first. Refetched on every visit, because other people's actions change it. */
export const karmaQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: accountKey(userId, 'karma'),
    queryFn: ({ pageParam, signal }) => rpc('karma_page', { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
