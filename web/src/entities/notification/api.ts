import { notificationLimits } from '@hot/domain/notification/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { PushDevice } from '#web/platform/push/push-device.ts'

export const unreadKey = (userId: string) => notificationsKey(userId, 'unread')
export const listsKey = (userId: string) => notificationsKey(userId, 'list')

/** Number of unread notifications; polled every minute while the tab is visible. */
export const unreadQuery = (userId: string) =>
  queryOptions({
    queryKey: unreadKey(userId),
    queryFn: ({ signal }) => rpc('get_unread_notification_count', { user_uuid: userId }, signal),
    staleTime: 0,
    refetchInterval: notificationLimits.countEveryMs,
    refetchIntervalInBackground: false,
  })

/** The latest notifications, to be merged with those already shown. */
export const fetchNewest = () => rpc('notifications_page', { p_limit: notificationLimits.menuPageSize })

type Wanted = { unread: boolean; size: number }

/** An infinite list, newest first. Refetched whenever it is opened. */
export const notificationsQuery = (userId: string, { unread, size }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...listsKey(userId), { unread, size }] as const,
    queryFn: ({ pageParam, signal }) =>
      rpc('notifications_page', { p_after: pageParam, p_limit: size, p_unread: unread }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** Key prefix of all cached notifications of one member; used for invalidation elsewhere. */
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

/** Whether the caller's account pushes to the device of this id. Throws DataError. */
export async function isPushDevice(id: string): Promise<boolean> {
  const [{ restClient }, { failureOf }] = await Promise.all([
    import('#web/lib/api/transport/rest-client.ts'),
    import('#web/lib/api/transport/api-fetch.ts'),
  ])
  const client = await restClient()
  const { data, error, status } = await client.from('push_devices').select('id').eq('id', id)
  if (error) throw failureOf(error, status)
  return data.length > 0
}

/** Registers this device for the caller's notifications. Throws DataError. */
export const addPushDevice = (device: PushDevice) =>
  rpc('register_push_device', {
    p_id: device.id,
    p_kind: device.kind,
    p_token: device.token,
    ...(device.kind === 'ios' && { p_environment: device.environment }),
    ...(device.kind === 'web' && { p_p256dh: device.p256dh, p_auth: device.auth }),
  })

/** Unregisters the device. Throws DataError. */
export const removePushDevice = (id: string) => rpc('remove_push_device', { p_id: id })
