import { profileCacheMs } from '@hot/domain/auth/timing'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import { asRole, type OwnProfile, type Role } from './own-profile.ts'

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
    // Blocked or full: the profile is then asked for on every visit.
  }
}

/** The role known from the last visit; `user` when there is none. Decides what is shown, never what is allowed. */
export const cachedRole = (): Role => asRole(read(userRole))

/** The profile of the last visit, however old: shown at once, so that nothing flickers. */
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

export const keepProfile = (profile: OwnProfile, now: number): void =>
  write({
    [userRole]: profile.role,
    [profileCachedAt]: String(now),
    // Last, because other tabs follow this key.
    [profileCache]: JSON.stringify(profile),
  })

export function forgetProfile(): void {
  try {
    for (const key of [userRole, profileCachedAt, profileCache]) localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}
