import type { AccountNotification } from '@hot/domain/contract/account/account'
import type { NotificationsPage } from '@hot/domain/contract/community'
import { notificationLimits } from '@hot/domain/notification/limits'
import { notificationText } from '@hot/domain/notification/text'
import { notificationTypes } from '@hot/domain/notification/types'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchNewest, markNotificationRead, notificationsQuery, unreadQuery } from '#web/entities/notification/api.ts'
import { allOf, type NotificationCache, notificationCache } from '#web/entities/notification/notification-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { beforeSignOut } from '#web/lib/auth/session/auth-client.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import type { RowChange } from '#web/lib/realtime/row-watch.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { announce } from '#web/ui/feedback/announce.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Number of unread notifications; 0 while unknown. */
export function useUnread(userId: string): number {
  return useQuery(unreadQuery(userId)).data ?? 0
}

/**
 * Call it once, in the app shell: follows the member's notifications and returns a text that announces the latest one.
 */
export function useLiveNotifications(userId: string): string {
  const client = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const follower = useRef<ReturnType<typeof followNotifications>>(undefined)
  useEffect(() => {
    const following = followNotifications({
      userId,
      cache: notificationCache(client, userId),
      watch: watchRows,
      beforeSignOut,
      fetchNewest,
      // What the team decides shows on the member's own pages.
      decided: () => void client.invalidateQueries({ queryKey: ['account', userId] }),
      announce: (notification) => setAnnouncement(`Neue Benachrichtigung: ${notificationText(notification).text}`),
    })
    follower.current = following
    return following.stop
  }, [client, userId])

  const { data, error } = useQuery(unreadQuery(userId))
  const before = useRef(data)
  useEffect(() => {
    if (data !== undefined && before.current !== undefined && data > before.current) follower.current?.countIncreased()
    before.current = data
  }, [data])
  useEffect(() => {
    if (error) console.error('Anzahl der Benachrichtigungen', error)
  }, [error])
  return announcement
}

type Wanted = { unread: boolean; size: number; enabled: boolean }

/** An infinite list of the member's notifications; each failed request is reported by a toast once. */
export function useNotificationList(userId: string, { enabled, ...wanted }: Wanted) {
  const list = useInfiniteQuery({ ...notificationsQuery(userId, wanted), enabled })
  const reportedAt = useRef(list.errorUpdatedAt)
  const { error, errorUpdatedAt } = list
  useEffect(() => {
    if (!enabled || !error || reportedAt.current === errorUpdatedAt) return
    reportedAt.current = errorUpdatedAt
    console.error('Benachrichtigungen', error)
    showToast({ kind: 'error', title: 'Fehler beim Laden der Benachrichtigungen' })
  }, [enabled, error, errorUpdatedAt])
  return { list, items: list.data && allOf(list.data) }
}

const minute = 60_000

/** The current instant (ISO 8601), updated every minute while `running`, so that ages stay correct. */
export function useNow(running: boolean): string {
  const [now, setNow] = useState(() => serverInstant())
  useEffect(() => {
    if (!running) return
    const update = () => setNow(serverInstant())
    update()
    const timer = setInterval(update, minute)
    return () => clearInterval(timer)
  }, [running])
  return now
}

function failed(title: string, error: unknown): void {
  console.error(title, error)
  showToast({ kind: 'error', title, text: 'Prüf deine Verbindung und versuch es noch einmal.' })
}

/** Marks one notification as read, optimistically; on failure it is rolled back with a toast. */
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
    // Refetched, because another tab may have marked some too.
    onSettled: () => void setTimeout(cache.recount, notificationLimits.followUpMs),
  })
  return (notification) => {
    if (!notification.read) mutate(notification.id)
  }
}

/** Marks all notifications as read and refetches the count; `onMarked` is called on success. */
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
        announce('Alle als gelesen markiert.')
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

const decisions = new Set<unknown>(
  Object.entries(notificationTypes).flatMap(([type, { byTeam }]: [string, { byTeam?: true }]) =>
    byTeam ? [type] : [],
  ),
)

/** Events within this time are combined into one request (ms). */
const batchMs = 100

type Dependencies = {
  userId: string
  cache: NotificationCache
  watch: typeof watchRows
  beforeSignOut: typeof beforeSignOut
  fetchNewest: () => Promise<NotificationsPage>
  /** The team has decided about something of the member's. */
  decided: () => void
  /** Announces something new to screen readers. */
  announce: (notification: AccountNotification) => void
}

/**
 * Keeps count and lists up to date with the database. Call `countIncreased` when the count, which is polled every
 * minute, has increased, and `stop` at the end.
 */
export function followNotifications({
  userId,
  cache,
  watch,
  beforeSignOut,
  fetchNewest,
  decided,
  announce,
}: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let hasNew = false

  const fetchAndMerge = async () => {
    try {
      const newest = await fetchNewest()
      if (stopped) return
      cache.merge(newest)
      const [latest] = newest.items
      if (latest && !latest.read) announce(latest)
    } catch (error) {
      // Only logged, because the next event or poll loads them.
      console.error('Neue Benachrichtigungen', error)
    }
  }
  const catchUp = () => {
    timer = undefined
    void cache.recount()
    if (hasNew) void fetchAndMerge()
    hasNew = false
  }
  const schedule = () => {
    timer ??= setTimeout(catchUp, batchMs)
  }
  const countIncreased = () => {
    hasNew = true
    schedule()
  }
  const changed = ({ row }: RowChange) => {
    // Such rows are stored, but neither listed nor counted.
    if (row.type === 'reply_to_comment') return
    if (!row.read) {
      if (decisions.has(row.type)) decided()
      return countIncreased()
    }
    if (row.actors_count === 0) cache.remove(row.id)
    else cache.setRead((item) => item.id === row.id, true)
    schedule()
  }
  const missed = () => {
    decided()
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
    // More may have arrived since the page was loaded; an increased count then leads to `countIncreased`.
    schedule,
  )
  // A request for the count would be refused once the session has ended.
  const removeSignOutHook = beforeSignOut(async () => {
    clearTimeout(timer)
    timer = undefined
    await cache.cancelCount()
  })
  return {
    countIncreased,
    stop() {
      stopped = true
      clearTimeout(timer)
      unwatch()
      removeSignOutHook()
    },
  }
}
