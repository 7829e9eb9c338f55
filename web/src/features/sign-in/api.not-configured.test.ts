import { expect, test, vi } from 'vitest'
import { openClient, signInByPassword } from './api.ts'

// The native shells read their backend's URL from a file beside the app; here that file is missing.
vi.mock('#web/lib/api/config/runtime-config.ts', () => ({
  runtimeConfig: () => Promise.reject(new Error('Supabase nicht konfiguriert')),
}))

test('an app without a backend rejects every call with an error that names the reason', async () => {
  await expect(signInByPassword('anna@hot.example', 'ein Passwort')).rejects.toThrow(/^Supabase is not configured$/)
  await expect(openClient('provider')).rejects.toThrow(/^SUPABASE_NOT_CONFIGURED$/)
})
