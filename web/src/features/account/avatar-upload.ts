import type { OwnProfile } from '@hot/domain/wire/account'
import { actionRpc } from '#web/data/action-rpc.ts'
import { avatarBucket, storageClient } from '#web/data/storage-client.ts'
import type { UploadProgress } from '#web/data/upload-fetch.ts'

/** The object's name in the address of a public picture: `{user id}/{uuid}.webp`; null for pictures from elsewhere. */
export function avatarPath(avatarUrl: string | null): string | null {
  return /\/avatars\/([^/?]+\/[^/?]+)$/.exec(avatarUrl ?? '')?.[1] ?? null
}

/** Stores bio and avatar together, as `update_own_profile` asks; answers the new profile. Throws DataError. */
export const saveProfile = (bio: string | null, path: string | null): Promise<OwnProfile> =>
  actionRpc<OwnProfile>('update_own_profile', { p_bio: bio, p_avatar_path: path })

/**
 * Removes a member's pictures but the one in use. Nobody points to them any more, so a failure changes nothing that
 * anybody sees; the next change of the picture takes them along.
 */
async function tidyUp(userId: string, used: string | null): Promise<void> {
  const bucket = (await storageClient()).from(avatarBucket)
  const { data } = await bucket.list(userId)
  const unused = (data ?? []).map(({ name }) => `${userId}/${name}`).filter((path) => path !== used)
  if (unused.length > 0) await bucket.remove(unused)
}

/** Uploads a picture and makes it the profile's; the former one goes. Throws StorageError or DataError. */
export async function replaceAvatar(profile: OwnProfile, picture: Blob, onProgress: UploadProgress): Promise<void> {
  const used = avatarPath(profile.avatar_url)
  const path = `${profile.id}/${crypto.randomUUID()}.webp`
  const storage = await storageClient(onProgress)
  // As bytes: a blob would travel as a form, which the embedded backend reads by another field's name.
  const bytes = await picture.arrayBuffer()
  const { error } = await storage.from(avatarBucket).upload(path, bytes, { contentType: picture.type })
  if (error) throw error
  try {
    await saveProfile(profile.bio, path)
  } catch (failure) {
    await tidyUp(profile.id, used)
    throw failure
  }
  await tidyUp(profile.id, path)
}

/** Back to the initials. Throws DataError. */
export async function removeAvatar(profile: OwnProfile): Promise<void> {
  await saveProfile(profile.bio, null)
  await tidyUp(profile.id, null)
}

/** Removes every picture a member has uploaded, before the account goes. Throws StorageError. */
export async function removeAllAvatars(userId: string): Promise<void> {
  const bucket = (await storageClient()).from(avatarBucket)
  for (;;) {
    const { data, error } = await bucket.list(userId)
    if (error) throw error
    if (data.length === 0) return
    const removed = await bucket.remove(data.map(({ name }) => `${userId}/${name}`))
    if (removed.error) throw removed.error
    // Refused without an error: asking on would never end.
    if (removed.data.length === 0) throw new Error('no picture was removed')
  }
}
