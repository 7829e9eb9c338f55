import { profileCacheMs } from '@hot/domain/auth/timing'
import type { OwnProfile } from '@hot/domain/contract/account/account'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { DataError } from '#web/lib/api/data-error.ts'
import { releaseMemberConsent } from '#web/platform/storage/consent.ts'

export type { OwnProfile }
export type Role = OwnProfile['role']

/** Parses a role from the database or storage; an unknown one has no privileges. */
export const asRole = (value: unknown): Role => (value === 'admin' || value === 'moderator' ? value : 'user')

const columns =
  'id, email, full_name, nickname, slug, avatar_url, bio, provider_type, role, karma, analytics_consent, analytics_consent_updated_at, analytics_consent_text, needs_invite, age_confirmed_at, created_at'

/** The member's own row; null when the account was deleted. Throws DataError. */
export async function fetchOwnProfile(userId: string): Promise<OwnProfile | null> {
  const { restClient } = await import('#web/lib/api/transport/rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.from('profiles').select(columns).eq('id', userId).maybeSingle()
  if (error) throw new DataError(error.code, status, error.message, error.hint ?? '')
  if (!data) return null
  const { age_confirmed_at, ...profile } = data
  const isNameless = profile.nickname === null
  return {
    ...profile,
    role: asRole(profile.role),
    needs_nickname: isNameless,
    needs_age: isNameless && age_confirmed_at === null,
  }
}

const { userRole, profileCache, profileCachedAt } = storageKeys

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(entries: Record<string, string>): void {
  try {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full: the profile is fetched on every visit.
  }
}

/** The role cached from the last visit, else `user`. Decides what is shown, never what is allowed. */
export const cachedRole = (): Role => asRole(read(userRole))

/** The cached profile of the last visit, however old: shown immediately, to avoid flicker. */
export function cachedProfile(): OwnProfile | null {
  try {
    const value: unknown = JSON.parse(read(profileCache) ?? 'null')
    return typeof value === 'object' && value !== null && 'id' in value && 'nickname' in value
      ? ({ ...value, role: cachedRole() } as OwnProfile)
      : null
  } catch {
    return null
  }
}

/** Whether the cached profile is still fresh. A clock that was set back makes it stale. */
export function cachedProfileIsFresh(now: number): boolean {
  const age = now - Number(read(profileCachedAt) ?? Number.NaN)
  return age >= 0 && age < profileCacheMs
}

export const cacheProfile = (profile: OwnProfile, now: number): void =>
  write({
    [userRole]: profile.role,
    [profileCachedAt]: String(now),
    // Written last, because other tabs watch this key.
    [profileCache]: JSON.stringify(profile),
  })

/** Everything this device holds of a member's row. */
export function clearCachedProfile(): void {
  releaseMemberConsent()
  try {
    for (const key of [userRole, profileCachedAt, profileCache]) localStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
