import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listsKey, unreadKey } from './api.ts'

/** All cached notification lists of one member, and the unread count. */
export function notificationCache(client: QueryClient, userId: string) {
  const lists = () => client.getQueriesData<Pages>({ queryKey: listsKey(userId) })
  const cache = {
    recount: () => client.invalidateQueries({ queryKey: unreadKey(userId) }),
    reload: () => client.invalidateQueries({ queryKey: listsKey(userId) }),
    /** Cancels requests for the count, which would overwrite an optimistic update. */
    cancelCount: () => client.cancelQueries({ queryKey: unreadKey(userId) }),
    unread: () => client.getQueryData<number>(unreadKey(userId)) ?? 0,
    setUnread: (count: number) => client.setQueryData<number>(unreadKey(userId), Math.max(0, count)),
    find: (id: string): AccountNotification | undefined =>
      lists()
        .flatMap(([, data]) => (data ? allOf(data) : []))
        .find((item) => item.id === id),
    setRead(matches: (item: AccountNotification) => boolean, read: boolean): void {
      for (const [key, data] of lists()) if (data) client.setQueryData(key, withRead(data, matches, read))
    },
    /** Takes out what was withdrawn. */
    remove(id: unknown): void {
      for (const [key, data] of lists()) if (data) client.setQueryData(key, without(data, id))
    },
    /** Merges the newest notifications into the lists; unread-only lists and lists with a gap are refetched instead. */
    merge(newest: NotificationsPage): void {
      for (const [key, data] of lists()) {
        const merged = data && !isUnreadList(key) ? withNewest(data, newest) : null
        if (merged) client.setQueryData(key, merged)
        else void client.invalidateQueries({ queryKey: key })
      }
    },
  }
  return cache
}
export type NotificationCache = ReturnType<typeof notificationCache>

function isUnreadList(key: readonly unknown[]): boolean {
  const wanted = key.at(-1)
  return typeof wanted === 'object' && wanted !== null && Reflect.get(wanted, 'unread') === true
}

export type Pages = InfiniteData<NotificationsPage, string | null>

/** The notifications of all pages, in order. */
export const allOf = (pages: Pick<Pages, 'pages'>): AccountNotification[] => pages.pages.flatMap((page) => page.items)

/** The list with `read` set where `matches`; the same object if nothing changes. */
export function withRead(data: Pages, matches: (item: AccountNotification) => boolean, read: boolean): Pages {
  if (!allOf(data).some((item) => matches(item) && item.read !== read)) return data
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (matches(item) ? { ...item, read } : item)),
  }))
  return { ...data, pages }
}

/** The list without this entry; the same object if it has none such. */
function without(data: Pages, id: unknown): Pages {
  if (!allOf(data).some((item) => item.id === id)) return data
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })) }
}

/**
 * The list merged with the newest entries: new ones first, those that gained people moved up. Null if
 * there may be a gap between the newest and what is shown; then the list has to be refetched.
 */
export function withNewest(data: Pages, newest: NotificationsPage): Pages | null {
  if (newest.next === null) return { pages: [newest], pageParams: [null] }
  const ids = new Set(newest.items.map((item) => item.id))
  if (!allOf(data).some((item) => ids.has(item.id))) return null
  const [first, ...others] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !ids.has(item.id)),
  }))
  if (!first) return null
  return { ...data, pages: [{ ...first, items: [...newest.items, ...first.items] }, ...others] }
}
