import type { StorageClient } from '@supabase/storage-js'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { type UploadProgress, uploadFetch } from './upload-fetch.ts'

/** Public pictures of members; a member may write objects named `{user id}/{uuid}.webp` only. */
export const avatarBucket = 'avatars'

/**
 * The storage client with the rights of the current session, loaded when somebody uploads. Made anew each time, because
 * the token changes; `onProgress` follows its uploads. Rejects when the backend is not configured or out of reach.
 */
export async function storageClient(onProgress?: UploadProgress): Promise<StorageClient> {
  const [{ StorageClient }, config, auth] = await Promise.all([
    import('@supabase/storage-js'),
    runtimeConfig(),
    authClient(),
  ])
  const { data } = await auth.getSession()
  const token = data.session?.access_token
  return new StorageClient(
    `${config.supabaseUrl || window.location.origin}/storage/v1`,
    { apikey: config.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    onProgress ? uploadFetch(onProgress) : undefined,
  )
}
