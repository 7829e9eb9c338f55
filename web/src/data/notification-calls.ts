/** Everything cached of one person's notifications begins with it; other parts of the app invalidate by it. */
export const notificationsKey = (userId: string, ...rest: unknown[]) => ['notifications', userId, ...rest] as const

/** Marks one of the member's own notifications as read. Throws DataError. */
export async function markNotificationRead(id: string): Promise<void> {
  const [{ restClient }, { failureOf }, { persistently }] = await Promise.all([
    import('./rest-client.ts'),
    import('./rest-reach.ts'),
    import('./retry-writes.ts'),
  ])
  const client = await restClient()
  await persistently(async () => {
    const { error, status } = await client.from('notifications').update({ read: true }).eq('id', id)
    if (error) throw failureOf(error, status)
  })
}
