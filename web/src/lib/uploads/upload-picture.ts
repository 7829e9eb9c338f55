import { storageClient } from './storage-client.ts'
import type { UploadProgress } from './upload-fetch.ts'

/** Public pictures of stars and news; staff write objects named `{folder}/{uuid}.webp` only. */
const bucket = 'pictures'
const publicPath = `/storage/v1/object/public/${bucket}/`

/** Stores a picture and answers its public address, below the address of the backend. Throws StorageError. */
export async function uploadHousePicture(
  folder: 'stars' | 'news',
  picture: Blob,
  onProgress: UploadProgress,
): Promise<string> {
  const path = `${folder}/${crypto.randomUUID()}.webp`
  const storage = await storageClient(onProgress)
  // As bytes: a blob would travel as a form, which the embedded backend reads by another field's name.
  const { error } = await storage.from(bucket).upload(path, await picture.arrayBuffer(), { contentType: picture.type })
  if (error) throw error
  return publicPath + path
}

/** Removes a picture that nothing shows any more; addresses from elsewhere are left alone. Only the log hears of a failure. */
export async function dropHousePicture(address: string | null): Promise<void> {
  if (!address?.startsWith(publicPath)) return
  const { error } = await (await storageClient()).from(bucket).remove([address.slice(publicPath.length)])
  if (error) console.warn('an old picture remains', error)
}
