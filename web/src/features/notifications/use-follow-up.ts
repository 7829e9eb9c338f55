import { notificationLimits } from '@hot/domain/notification-limits'
import { useQueryClient } from '@tanstack/react-query'
import { notificationCache } from './notification-cache.ts'

/** What the full list does after all were marked (specification §9): it looks again, so that unread ones leave it. */
export function useFollowUp(userId: string): () => void {
  const cache = notificationCache(useQueryClient(), userId)
  return () => void setTimeout(cache.reload, notificationLimits.followUpMs)
}
