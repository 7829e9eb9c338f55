import { sitePicturePath } from '@hot/domain/url/paths'
import type { StorageClient } from '@supabase/storage-js'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { noteUnanswered } from '#web/lib/api/no-answer.ts'
import { authClient } from '#web/lib/auth/session/auth-client.ts'

/** Receives the share of the body that has been sent, 0–1. */
export type UploadProgress = (share: number) => void

const nullBodyStatus = new Set([204, 205, 304])

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = nullBodyStatus.has(request.status) ? null : request.responseText
  return new Response(body, { status: request.status, headers })
}

/**
 * `fetch` for uploads by XMLHttpRequest, the only API with upload progress. Answers are read as text; like fetch, rejects
 * with TypeError when there is no answer, and after `timeoutMs`.
 */
const uploadFetch =
  (onProgress: UploadProgress, timeoutMs = 60_000): typeof fetch =>
  (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.timeout = timeoutMs
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total)
      })
      request.addEventListener('load', () => resolve(answerOf(request)))
      for (const failure of ['error', 'timeout', 'abort'] as const)
        request.addEventListener(failure, () => {
          const error = new TypeError(`upload: ${failure}`)
          noteUnanswered(error)
          reject(error)
        })
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })

/** Public pictures of members; a member may write objects named `{user id}/{uuid}.webp` only. */
export const avatarBucket = 'avatars'

/**
 * The storage client with the rights of the current session, loaded for an upload. Created each time, because the
 * token changes; `onProgress` follows its uploads. Rejects when the backend is not configured or unreachable.
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

/** Error codes of the storage service for rejected pictures (supabase/storage, internal/errors); for `useWrite`. */
export const pictureRefusals = {
  invalid_mime_type: 'Der Server konnte das Bild nicht lesen. Nimm ein anderes Foto.',
  InvalidMimeType: 'Der Server konnte das Bild nicht lesen. Nimm ein anderes Foto.',
  EntityTooLarge: 'Das Bild ist zu groß. Nimm ein kleineres.',
}

/** Public pictures of stars and news; staff write objects named `{folder}/{uuid}.webp` only. */
const bucket = 'pictures'

/** Stores a picture and returns its public address, below the backend's address. Throws StorageError. */
export async function uploadSitePicture(
  folder: 'stars' | 'news',
  picture: Blob,
  onProgress: UploadProgress,
): Promise<string> {
  const path = `${folder}/${crypto.randomUUID()}.webp`
  const storage = await storageClient(onProgress)
  // As bytes: a blob would be sent as a form, for which the embedded backend expects another field name.
  const { error } = await storage.from(bucket).upload(path, await picture.arrayBuffer(), { contentType: picture.type })
  if (error) throw error
  return sitePicturePath + path
}

/** Deletes a picture that is no longer used; foreign addresses are ignored. Failures are only logged. */
export async function deleteSitePicture(address: string | null): Promise<void> {
  if (!address?.startsWith(sitePicturePath)) return
  const { error } = await (await storageClient()).from(bucket).remove([address.slice(sitePicturePath.length)])
  if (error) console.warn('an old picture remains', error)
}
