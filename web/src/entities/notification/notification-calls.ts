/** Everything cached of one person's notifications begins with it; other parts of the app invalidate by it. */
export const notificationsKey = (userId: string, ...rest: unknown[]) => ['notifications', userId, ...rest] as const

/** Marks one of the member's own notifications as read. Throws DataError. */
export async function markNotificationRead(id: string): Promise<void> {
  const [{ restClient }, { failureOf }, { withRetries }] = await Promise.all([
    import('#web/lib/api/transport/rest-client.ts'),
    import('#web/lib/api/transport/api-fetch.ts'),
    import('#web/lib/api/transport/retry-writes.ts'),
  ])
  const client = await restClient()
  await withRetries(async () => {
    const { error, status } = await client.from('notifications').update({ read: true }).eq('id', id)
    if (error) throw failureOf(error, status)
  })
}
