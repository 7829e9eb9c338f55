import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import { notificationLimits } from '@hot/domain/notification/limits'
import { notificationText } from '@hot/domain/notification/text'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchNewest, markNotificationRead, notificationsQuery, unreadQuery } from '#web/entities/notification/api.ts'
import { allOf, type NotificationCache, notificationCache } from '#web/entities/notification/notification-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { beforeSignOut } from '#web/lib/auth/session/auth-client.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** How many are unread; 0 while unknown. */
export function useUnread(userId: string): number {
  return useQuery(unreadQuery(userId)).data ?? 0
}

/** Call once, in the app shell: follows the member's notifications and returns an announcement of the latest one. */
export function useLiveNotifications(userId: string): string {
  const client = useQueryClient()
  const [news, setNews] = useState('')
  const follower = useRef<ReturnType<typeof followNotifications>>(undefined)
  useEffect(() => {
    const following = followNotifications({
      userId,
      cache: notificationCache(client, userId),
      watch: watchRows,
      beforeSignOut,
      fetchNewest,
      announce: (notification) => setNews(`Neue Benachrichtigung: ${notificationText(notification).text}`),
    })
    follower.current = following
    return following.stop
  }, [client, userId])

  const { data, error } = useQuery(unreadQuery(userId))
  const before = useRef(data)
  useEffect(() => {
    if (data !== undefined && before.current !== undefined && data > before.current) follower.current?.cameMore()
    before.current = data
  }, [data])
  useEffect(() => {
    if (error) console.error('Anzahl der Benachrichtigungen', error)
  }, [error])
  return news
}

type Wanted = { unread: boolean; size: number; enabled: boolean }

/** Infinite list of the member's notifications; each load failure is shown once. */
export function useNotificationList(userId: string, { enabled, ...wanted }: Wanted) {
  const list = useInfiniteQuery({ ...notificationsQuery(userId, wanted), enabled })
  const said = useRef(list.errorUpdatedAt)
  const { error, errorUpdatedAt } = list
  useEffect(() => {
    if (!enabled || !error || said.current === errorUpdatedAt) return
    said.current = errorUpdatedAt
    console.error('Benachrichtigungen', error)
    showToast({ kind: 'error', title: 'Fehler beim Laden der Benachrichtigungen' })
  }, [enabled, error, errorUpdatedAt])
  return { list, items: list.data && allOf(list.data) }
}

const minute = 60_000

/** The current instant, updated every minute while `running`, so that ages stay correct. */
export function useNow(running: boolean): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    if (!running) return
    const look = () => setNow(new Date().toISOString())
    look()
    const timer = setInterval(look, minute)
    return () => clearInterval(timer)
  }, [running])
  return now
}

function failed(title: string, error: unknown): void {
  console.error(title, error)
  showToast({ kind: 'error', title, text: 'Prüf deine Verbindung und versuch es noch einmal.' })
}

/** Marks one as read: optimistic; on failure it is rolled back with a message. */
export function useMarkRead(userId: string): (notification: AccountNotification) => void {
  const cache = notificationCache(useQueryClient(), userId)
  const { mutate } = useMutation({
    mutationFn: markNotificationRead,
    networkMode: 'always',
    retry: false,
    onMutate: async (id) => {
      await cache.cancelCount()
      cache.setRead((item) => item.id === id, true)
      cache.setUnread(cache.unread() - 1)
    },
    onError: (error, id) => {
      cache.setRead((item) => item.id === id, false)
      cache.setUnread(cache.unread() + 1)
      failed('Fehler beim Markieren der Benachrichtigung', error)
    },
    // The server counts too: another tab may have marked some.
    onSettled: () => void setTimeout(cache.recount, notificationLimits.followUpMs),
  })
  return (notification) => {
    if (!notification.read) mutate(notification.id)
  }
}

/** Marks all as read and refetches the count; `onMarked` is an extra callback of the calling list. */
export function useMarkAll(userId: string, onMarked?: () => void) {
  const cache = notificationCache(useQueryClient(), userId)
  const { busy, run } = useWrite(
    async () => {
      await cache.cancelCount()
      cache.setRead(() => true, true)
      cache.setUnread(0)
      await rpc('mark_all_notifications_read', { user_uuid: userId })
    },
    {
      onDone: () => {
        setTimeout(cache.recount, notificationLimits.recountAfterMarkAllMs)
        onMarked?.()
      },
      onFailed: (error) => {
        failed('Fehler beim Markieren aller Benachrichtigungen', error)
        void cache.reload()
        void cache.recount()
      },
    },
  )
  return { markAll: () => void run(), isPending: busy }
}

/** Events within this window are combined into one request. */
const gatherMs = 100

type Parts = {
  userId: string
  cache: NotificationCache
  watch: typeof watchRows
  beforeSignOut: typeof beforeSignOut
  fetchNewest: () => Promise<NotificationsPage>
  /** Announces something new to screen readers. */
  announce: (notification: AccountNotification) => void
}

/**
 * Keeps count and lists up to date with the database. Call `cameMore` when the count, polled every minute,
 * has increased. `stop` ends it.
 */
export function followNotifications({ userId, cache, watch, beforeSignOut, fetchNewest, announce }: Parts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let more = false

  const fetchAndJoin = async () => {
    try {
      const newest = await fetchNewest()
      if (over) return
      cache.merge(newest)
      const [latest] = newest.items
      if (latest && !latest.read) announce(latest)
    } catch (error) {
      // Only logged: the next event or poll loads it.
      console.error('Neue Benachrichtigungen', error)
    }
  }
  const catchUp = () => {
    timer = undefined
    void cache.recount()
    if (more) void fetchAndJoin()
    more = false
  }
  const soon = () => {
    timer ??= setTimeout(catchUp, gatherMs)
  }
  const cameMore = () => {
    more = true
    soon()
  }
  const changed = ({ row }: RowChange) => {
    // Stored, but neither listed nor counted.
    if (row.type === 'reply_to_comment') return
    if (!row.read) return cameMore()
    cache.setRead((item) => item.id === row.id, true)
    soon()
  }
  const missed = () => {
    void cache.recount()
    void cache.reload()
  }
  const filter = `user_id=eq.${userId}`
  const unwatch = watch(
    [
      { table: 'notifications', event: 'INSERT', filter },
      { table: 'notifications', event: 'UPDATE', filter },
    ],
    changed,
    missed,
    // Something may have arrived since the page was loaded; a higher count triggers fetching it.
    soon,
  )
  // A count under way would be refused once the session has ended.
  const forgetSignOut = beforeSignOut(async () => {
    clearTimeout(timer)
    timer = undefined
    await cache.cancelCount()
  })
  return {
    cameMore,
    stop() {
      over = true
      clearTimeout(timer)
      unwatch()
      forgetSignOut()
    },
  }
}
