import type { User } from '@supabase/auth-js'
import { copyToDevice } from '#web/platform/storage/device-copy.ts'
import { sessionKey, verifierKey } from './session-facts.ts'

/** The parts we read of the session that auth-js stores. Times in seconds since 1970, by this device's clock. */
export type StoredSession = {
  access_token: string
  refresh_token: string
  expires_at: number
  user?: User
}

const memory = new Map<string, string>()

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Local storage for auth-js. Where it is blocked or full, the values are held in memory: the session then
 * ends with the page, and `sessionIsPersisted()` returns false.
 */
export const sessionStorageArea = {
  getItem: (key: string): string | null => memory.get(key) ?? stored(key),
  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
    if (import.meta.env.VITE_SHELL === 'native' && key === sessionKey) void copyToDevice(key, value)
  },
  removeItem(key: string): void {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is blocked: nothing was stored.
    }
    if (import.meta.env.VITE_SHELL === 'native' && key === sessionKey) void copyToDevice(key, null)
  },
}

/** The PKCE verifier of the latest request, as auth-js stores it beside the session; null without one. */
export function storedVerifier(): string | null {
  try {
    const value: unknown = JSON.parse(sessionStorageArea.getItem(verifierKey) ?? 'null')
    // A purpose may follow: `…/recovery`.
    return typeof value === 'string' ? (value.split('/')[0] ?? null) : null
  } catch {
    return null
  }
}

/** False when storage is blocked: the session ends with the page, and a redirect to a provider cannot come back. */
export function sessionIsPersisted(): boolean {
  const probe = `${sessionKey}-probe`
  try {
    localStorage.setItem(probe, '1')
    localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

/** The session in storage, without checking whether it is still valid. */
export function storedSession(): StoredSession | null {
  try {
    const value: unknown = JSON.parse(sessionStorageArea.getItem(sessionKey) ?? 'null')
    return isSession(value) ? value : null
  } catch {
    // Not JSON: truncated, or written by something else. auth-js discards it too.
    return null
  }
}

const isSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'access_token') === 'string' &&
  typeof Reflect.get(value, 'expires_at') === 'number'
