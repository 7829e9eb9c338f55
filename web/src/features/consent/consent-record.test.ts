import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { anna, profileOf } from '../../../../tests/support/web/auth-harness.ts'

/** The database's answer to each recording; modules are reset with each start of the app. */
const record = vi.fn<(name: string, args: object) => Promise<object>>()
const entries = new Map<string, string>()
const early = '2026-03-01T10:00:00.000Z'
const late = '2026-03-02T10:00:00.000Z'

const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
}
const stored = () => JSON.parse(entries.get('hot_consent_v1') ?? 'null') as unknown
const store = (level: string, acceptedAt: string) =>
  entries.set('hot_consent_v1', JSON.stringify({ level, acceptedAt }))

beforeEach(() => {
  entries.clear()
  record.mockReset()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.doMock('#web/lib/api/rpc/rpc.ts', () => ({ rpc: record }))
  vi.doMock('#web/lib/auth/session/session.ts', () => ({ refreshProfile: async () => {} }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const member = (consent: Partial<OwnProfile>): Viewer => ({
  state: 'member',
  user: { id: anna.userId, email: anna.email, createdAt: anna.createdAt },
  profile: { ...profileOf(anna.userId), ...consent },
  role: 'user',
  assurance: anna.assurance,
})

async function start(profile: Partial<OwnProfile> = {}) {
  vi.resetModules()
  const { setViewer } = await import('#web/lib/auth/viewer/viewer.ts')
  const { followConsent } = await import('./consent-record.ts')
  const stop = followConsent()
  const signIn = () => setViewer(member(profile))
  return { signIn, stop, setViewer }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test("a guest's choice is recorded on sign-in, once", async () => {
  store('full', early)
  record.mockResolvedValue({ analytics_consent: true, analytics_consent_updated_at: '2026-03-01T10:00:00+00:00' })
  const { signIn } = await start()
  signIn()
  signIn()
  await settled()
  expect(record.mock.calls).toEqual([['record_consent', { p_full: true, p_decided_at: early }]])
  expect(stored()).toEqual({ level: 'full', acceptedAt: early })
})

test("a newer choice in the database replaces the device's", async () => {
  store('full', early)
  record.mockResolvedValue({ analytics_consent: false, analytics_consent_updated_at: late })
  const { signIn } = await start()
  signIn()
  await settled()
  expect(stored()).toEqual({ level: 'essential', acceptedAt: late })
})

test('a choice made elsewhere is adopted with the profile, and nothing is recorded', async () => {
  const { signIn } = await start({ analytics_consent: true, analytics_consent_updated_at: late })
  signIn()
  await settled()
  expect(stored()).toEqual({ level: 'full', acceptedAt: late })
  expect(record).not.toHaveBeenCalled()
})

test('a failure is silent, the choice applies here, and the next start retries', async () => {
  store('essential', late)
  record.mockRejectedValue(new Error('away'))
  const first = await start({ analytics_consent: true, analytics_consent_updated_at: early })
  first.signIn()
  await settled()
  first.signIn()
  await settled()
  expect(record).toHaveBeenCalledTimes(1)
  expect(stored()).toEqual({ level: 'essential', acceptedAt: late })
  first.stop()
  const second = await start({ analytics_consent: true, analytics_consent_updated_at: early })
  second.signIn()
  await settled()
  expect(record).toHaveBeenCalledTimes(2)
})
