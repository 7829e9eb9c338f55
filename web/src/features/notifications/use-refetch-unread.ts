import { notificationLimits } from '@hot/domain/notification/limits'
import { useQueryClient } from '@tanstack/react-query'
import { notificationCache } from '#web/entities/notification/notification-cache.ts'

/** Reloads the full list after all were marked as read, so that a list of unread ones empties. */
export function useFollowUp(userId: string): () => void {
  const cache = notificationCache(useQueryClient(), userId)
  return () => void setTimeout(cache.reload, notificationLimits.followUpMs)
}
