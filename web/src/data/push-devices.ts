import { actionRpc } from './action-rpc.ts'

/** Whether the caller's account pushes to the device of this id. Throws DataError. */
export async function isPushDevice(id: string): Promise<boolean> {
  const { restClient, failureOf } = await import('./rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.from('push_devices').select('id').eq('id', id)
  if (error) throw failureOf(error, status)
  return data.length > 0
}

type WebDevice = { id: string; endpoint: string; p256dh: string; auth: string }

/** From now on this browser is told what the caller is notified of. Throws DataError. */
export const addPushDevice = ({ id, endpoint, p256dh, auth }: WebDevice) =>
  actionRpc<void>('register_push_device', {
    p_id: id,
    p_kind: 'web',
    p_token: endpoint,
    p_p256dh: p256dh,
    p_auth: auth,
  })

/** No more of it. Throws DataError. */
export const removePushDevice = (id: string) => actionRpc<boolean>('remove_push_device', { p_id: id })
