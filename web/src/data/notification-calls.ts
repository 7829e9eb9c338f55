import { DataError } from './data-error.ts'

/** Everything cached of one person's notifications begins with it; other parts of the app invalidate by it. */
export const notificationsKey = (userId: string, ...rest: unknown[]) => ['notifications', userId, ...rest] as const

/** Marks one of the member's own notifications as read (specification §7). Throws DataError. */
export async function markNotificationRead(id: string): Promise<void> {
  const { restClient } = await import('./rest-client.ts')
  const client = await restClient()
  const { error, status } = await client.from('notifications').update({ read: true }).eq('id', id)
  if (error) throw new DataError(error.code, status, error.message, error.hint ?? '')
}
