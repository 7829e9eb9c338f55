import type { OwnProfile } from '@hot/domain/contract/account/account'
import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { refreshProfile } from '#web/lib/auth/session/session-actions.ts'
import type { UploadProgress } from '#web/lib/uploads/upload-picture.ts'
import { avatarBucket, storageClient } from '#web/lib/uploads/upload-picture.ts'
import { useMember } from '../account-layout.tsx'
import { accountKey } from '../api.ts'

/** The object name in the URL of an uploaded picture: `{user id}/{uuid}.webp`; null for other pictures. */
function avatarPath(avatarUrl: string | null): string | null {
  return /\/avatars\/([^/?]+\/[^/?]+)$/.exec(avatarUrl ?? '')?.[1] ?? null
}

type Shown = { bio: string | null; path: string | null }

/**
 * Stores what differs from `seen`, with which the form was filled; the rest stays as it is, which another tab may have
 * changed. Returns the new profile. Throws DataError.
 */
const saveProfile = (next: Shown, seen: Shown): Promise<OwnProfile> =>
  rpc('update_own_profile', {
    p_bio: next.bio,
    p_avatar_path: next.path,
    p_seen: { bio: seen.bio, avatar_path: seen.path },
  })

/** Stores a bio in place of the one that was shown. Throws DataError, `changed_meanwhile` if there is another one by now. */
export const saveBio = (bio: string | null, seen: string | null): Promise<OwnProfile> =>
  saveProfile({ bio, path: null }, { bio: seen, path: null })

const saveAvatar = ({ bio, avatar_url }: OwnProfile, path: string | null): Promise<OwnProfile> =>
  saveProfile({ bio, path }, { bio, path: avatarPath(avatar_url) })

/** The profile as it stands stored. Throws DataError. */
export const readProfile = (): Promise<OwnProfile> => rpc('own_profile', {})

/** Object names of a member's pictures. Depending on the backend, listed names include the folder or not. */
async function listPictures(userId: string): Promise<string[]> {
  const { data, error } = await (await storageClient()).from(avatarBucket).list(userId)
  if (error) throw error
  return data.map(({ name }) => `${userId}/${name.split('/').at(-1)}`)
}

/** Deletes all of a member's pictures except the one in use. Throws StorageError. */
async function removeUnused(userId: string, used: string | null): Promise<void> {
  const unused = (await listPictures(userId)).filter((path) => path !== used)
  if (unused.length === 0) return
  const { error } = await (await storageClient()).from(avatarBucket).remove(unused)
  if (error) throw error
}

/**
 * As `removeUnused`, but a failure is only logged: leftover pictures are harmless, and the next change removes them.
 */
const tryRemoveUnused = (userId: string, used: string | null): Promise<void> =>
  removeUnused(userId, used).catch((error: unknown) => console.warn('old avatars remain', error))

/** Uploads a picture, sets it as the avatar and deletes the previous one. Throws StorageError or DataError. */
export async function replaceAvatar(profile: OwnProfile, picture: Blob, onProgress: UploadProgress): Promise<void> {
  const used = avatarPath(profile.avatar_url)
  const path = `${profile.id}/${crypto.randomUUID()}.webp`
  const storage = await storageClient(onProgress)
  // As bytes: a Blob would be sent as form data, for which the embedded backend expects a different field name.
  const bytes = await picture.arrayBuffer()
  const { error } = await storage.from(avatarBucket).upload(path, bytes, { contentType: picture.type })
  if (error) throw error
  try {
    await saveAvatar(profile, path)
  } catch (failure) {
    await tryRemoveUnused(profile.id, used)
    throw failure
  }
  await tryRemoveUnused(profile.id, path)
}

/** Removes the avatar, so that initials are shown. Throws DataError. */
export async function removeAvatar(profile: OwnProfile): Promise<void> {
  await saveAvatar(profile, null)
  await tryRemoveUnused(profile.id, null)
}

/** Deletes every picture a member has uploaded, before the account is deleted. Throws StorageError. */
export const removeAllAvatars = (userId: string): Promise<void> => removeUnused(userId, null)

/** Returns a function to call after the profile was changed: refreshes header, account and public profile. */
export function useProfileChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { user } = useMember()
  return async () => {
    await Promise.all([
      refreshProfile(),
      queryClient.invalidateQueries({ queryKey: accountKey(user.id) }),
      queryClient.invalidateQueries({ queryKey: ['profiles'] }),
    ])
  }
}
