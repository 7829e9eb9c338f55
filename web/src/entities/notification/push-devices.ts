import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { PushDevice } from '#web/platform/push/push-device.ts'

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

/** From now on this device is told what the caller is notified of. Throws DataError. */
export const addPushDevice = (device: PushDevice) =>
  rpc('register_push_device', {
    p_id: device.id,
    p_kind: device.kind,
    p_token: device.token,
    ...(device.kind === 'ios' && { p_environment: device.environment }),
    ...(device.kind === 'web' && { p_p256dh: device.p256dh, p_auth: device.auth }),
  })

/** No more of it. Throws DataError. */
export const removePushDevice = (id: string) => rpc('remove_push_device', { p_id: id })
