import { notificationText } from '@hot/domain/notification/text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchNewest, unreadQuery } from '#web/entities/notification/api.ts'
import { notificationCache } from '#web/entities/notification/notification-cache.ts'
import { watchRows } from '#web/lib/realtime/realtime.ts'
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
