import type { AccountNotification } from '@hot/domain/contract/account/account'
import { notificationLimits } from '@hot/domain/notification/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { markNotificationRead } from '#web/entities/notification/api.ts'
import { notificationCache } from '#web/entities/notification/notification-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

function failed(title: string, error: unknown): void {
  console.error(title, error)
  showToast({ kind: 'error', title, text: 'Prüf deine Verbindung und versuch es noch einmal.' })
}

/** Marks one as read: shown at once, taken back with a message when the server does not hear of it. */
export function useMarkRead(userId: string): (notification: AccountNotification) => void {
  const cache = notificationCache(useQueryClient(), userId)
  const mark = async (id: string) => {
    await cache.hold()
    cache.setRead((item) => item.id === id, true)
    cache.setUnread(cache.unread() - 1)
    try {
      await markNotificationRead(id)
    } catch (error) {
      cache.setRead((item) => item.id === id, false)
      cache.setUnread(cache.unread() + 1)
      failed('Fehler beim Markieren der Benachrichtigung', error)
    }
    // The server counts too: another tab may have marked some.
    setTimeout(cache.recount, notificationLimits.followUpMs)
  }
  return (notification) => {
    if (!notification.read) void mark(notification.id)
  }
}

/** Marks all as read and asks the server for the count; `onMarked` is for what only one list does after it. */
export function useMarkAll(userId: string, onMarked?: () => void) {
  const cache = notificationCache(useQueryClient(), userId)
  const [isPending, setPending] = useState(false)
  const markAll = async () => {
    setPending(true)
    await cache.hold()
    cache.setRead(() => true, true)
    cache.setUnread(0)
    try {
      await rpc('mark_all_notifications_read', { user_uuid: userId })
      setTimeout(cache.recount, notificationLimits.recountAfterMarkAllMs)
      onMarked?.()
    } catch (error) {
      failed('Fehler beim Markieren aller Benachrichtigungen', error)
      void cache.reload()
      void cache.recount()
    }
    setPending(false)
  }
  return { markAll: () => void markAll(), isPending }
}
