import type { AccountNotification } from '@hot/domain/contract/account/account'
import { notificationLimits } from '@hot/domain/notification/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markNotificationRead } from '#web/entities/notification/api.ts'
import { notificationCache } from '#web/entities/notification/notification-cache.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

function failed(title: string, error: unknown): void {
  console.error(title, error)
  showToast({ kind: 'error', title, text: 'Prüf deine Verbindung und versuch es noch einmal.' })
}

/** Marks one as read: shown at once, taken back with a message when the server does not hear of it. */
export function useMarkRead(userId: string): (notification: AccountNotification) => void {
  const cache = notificationCache(useQueryClient(), userId)
  const { mutate } = useMutation({
    mutationFn: markNotificationRead,
    networkMode: 'always',
    retry: false,
    onMutate: async (id) => {
      await cache.hold()
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

/** Marks all as read and asks the server for the count; `onMarked` is for what only one list does after it. */
export function useMarkAll(userId: string, onMarked?: () => void) {
  const cache = notificationCache(useQueryClient(), userId)
  const { busy, run } = useWrite(
    async () => {
      await cache.hold()
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
