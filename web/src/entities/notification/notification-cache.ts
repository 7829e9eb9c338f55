import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import type { QueryClient } from '@tanstack/react-query'
import { allOf, type Pages, withNewest, withRead } from './notification-pages.ts'
import { listsKey, unreadKey } from './notification-queries.ts'

/** Every list of one person's notifications that is cached, and their count. */
export function notificationCache(client: QueryClient, userId: string) {
  const lists = () => client.getQueriesData<Pages>({ queryKey: listsKey(userId) })
  const cache = {
    recount: () => client.invalidateQueries({ queryKey: unreadKey(userId) }),
    reload: () => client.invalidateQueries({ queryKey: listsKey(userId) }),
    /** What is under way would overwrite what is shown at once. */
    hold: () => client.cancelQueries({ queryKey: unreadKey(userId) }),
    unread: () => client.getQueryData<number>(unreadKey(userId)) ?? 0,
    setUnread: (count: number) => client.setQueryData<number>(unreadKey(userId), Math.max(0, count)),
    find: (id: string): AccountNotification | undefined =>
      lists()
        .flatMap(([, data]) => (data ? allOf(data) : []))
        .find((item) => item.id === id),
    setRead(isMeant: (item: AccountNotification) => boolean, read: boolean): void {
      for (const [key, data] of lists()) if (data) client.setQueryData(key, withRead(data, isMeant, read))
    },
    /** Lists of unread ones only, and those with a gap, are fetched again instead. */
    join(newest: NotificationsPage): void {
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
