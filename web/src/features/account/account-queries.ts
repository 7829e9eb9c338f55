import type { AccountPage, NotificationSettings } from '@hot/domain/contract/account/account'
import type { AccountStars, OwnComments, OwnPosts } from '@hot/domain/contract/account/content'
import type { AccountSessions } from '@hot/domain/contract/account/security'
import { freshMs } from '@hot/domain/network/query-policy'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

const pageSize = 20

/** Everything below is one person's: the id is part of the key, so that the next one to sign in never sees it. */
export const accountKey = (userId: string, ...rest: string[]) => ['account', userId, ...rest] as const

/** Overview and own profile. Asked anew on every visit: karma and notifications move while one is elsewhere. */
export const accountQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'page'),
    queryFn: ({ signal }) => pageRpc<AccountPage>('account_page', {}, signal),
    staleTime: 0,
  })

export const notificationSettingsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'notification-settings'),
    queryFn: ({ signal }) => pageRpc<NotificationSettings>('notification_settings', {}, signal),
    staleTime: freshMs.profiles,
  })

export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: accountKey(userId, 'sessions'),
    queryFn: ({ signal }) => pageRpc<AccountSessions>('account_sessions', {}, signal),
    staleTime: 0,
  })

/** An endless list of one's own, by opaque cursors. */
function ownList<Page extends { next: string | null }>(
  name: 'account_stars' | 'own_posts' | 'own_comments',
  userId: string,
) {
  return infiniteQueryOptions({
    queryKey: accountKey(userId, name),
    queryFn: ({ pageParam, signal }) => pageRpc<Page>(name, { p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: freshMs.posts,
  })
}

export const ownStarsQuery = (userId: string) => ownList<AccountStars>('account_stars', userId)
export const ownPostsQuery = (userId: string) => ownList<OwnPosts>('own_posts', userId)
export const ownCommentsQuery = (userId: string) => ownList<OwnComments>('own_comments', userId)
