import { notificationText } from '@hot/domain/notification/text'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchNewest, notificationsQuery, unreadQuery } from '#web/entities/notification/api.ts'
import { allOf, notificationCache } from '#web/entities/notification/notification-cache.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { followNotifications } from './follow-notifications.ts'

/** How many are unread; 0 while unknown. */
export function useUnread(userId: string): number {
  return useQuery(unreadQuery(userId)).data ?? 0
}

/** For one place in the shell: follows the member's notifications and says in words what has just come. */
export function useLiveNotifications(userId: string): string {
  const client = useQueryClient()
  const [news, setNews] = useState('')
  const follower = useRef<ReturnType<typeof followNotifications>>(undefined)
  useEffect(() => {
    const following = followNotifications({
      userId,
      cache: notificationCache(client, userId),
      watch: watchRows,
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

/** An endless list of one's notifications; each failure to load is shown once. */
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

/** The present instant, moved on every minute while `running`, so that ages stay true. */
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
