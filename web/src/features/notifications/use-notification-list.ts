import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notificationsQuery } from '#web/entities/notification/api.ts'
import { allOf } from '#web/entities/notification/notification-cache.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

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
