import { consentQuestion } from '@hot/domain/privacy/consent'
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
const text = consentQuestion.version
const stored = () => JSON.parse(entries.get('hot_member_consent') ?? 'null') as unknown
const device = () => JSON.parse(entries.get('hot_consent_v1') ?? 'null') as unknown
const store = (level: string, acceptedAt: string, member?: string) =>
  entries.set(member ? 'hot_member_consent' : 'hot_consent_v1', JSON.stringify({ level, acceptedAt, text, member }))
const mine = (level: string, acceptedAt: string) => ({ level, acceptedAt, text, member: anna.userId })
const inProfile = (full: boolean, at: string) => ({
  analytics_consent: full,
  analytics_consent_updated_at: at,
  analytics_consent_text: text,
})

beforeEach(() => {
  entries.clear()
  entries.set('sb-hot-auth-token', '{}')
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

/** As the session does when it ends. */
async function signOut(setViewer: (next: Viewer) => void) {
  const { releaseMemberConsent } = await import('#web/platform/storage/consent.ts')
  entries.delete('sb-hot-auth-token')
  setViewer({ state: 'guest', role: 'user' })
  releaseMemberConsent()
}

async function start(profile: Partial<OwnProfile> = {}) {
  vi.resetModules()
  const { setViewer } = await import('#web/lib/auth/viewer/viewer.ts')
  const { followConsent } = await import('./consent-record.ts')
  const stop = followConsent()
  const signIn = () => setViewer(member(profile))
  return { signIn, stop, setViewer }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('what a guest chose on the device is never recorded, nor does it count the member', async () => {
  store('full', early)
  const { signIn } = await start()
  signIn()
  await settled()
  expect(record).not.toHaveBeenCalled()
  expect(stored()).toMatchObject({ level: 'none', member: anna.userId })
  expect(device()).toMatchObject({ level: 'full' })
})

test("another member's choice on the device is not recorded either", async () => {
  store('full', late, 'bernd')
  const { signIn } = await start()
  signIn()
  await settled()
  expect(record).not.toHaveBeenCalled()
  expect(stored()).toMatchObject({ level: 'none', member: anna.userId })
})

test("a member's press is recorded with the version of its question, once", async () => {
  record.mockResolvedValue(inProfile(true, '2999-01-01T00:00:00+00:00'))
  const { signIn } = await start()
  signIn()
  const { storeConsent } = await import('#web/platform/storage/consent.ts')
  storeConsent('full')
  signIn()
  await settled()
  expect(record.mock.calls).toEqual([
    ['record_consent', { p_full: true, p_decided_at: expect.any(String), p_text: text }],
  ])
  expect(device()).toBeNull()
})

test('one who pressed before their profile was known is recorded with it', async () => {
  record.mockResolvedValue(inProfile(true, late))
  const { signIn } = await start()
  const { storeConsent } = await import('#web/platform/storage/consent.ts')
  storeConsent('full')
  signIn()
  await settled()
  expect(record).toHaveBeenCalledTimes(1)
  expect(stored()).toEqual(mine('full', late))
})

test("a newer choice in the database replaces the member's on this device", async () => {
  store('full', early, anna.userId)
  record.mockResolvedValue(inProfile(false, late))
  const { signIn } = await start()
  signIn()
  await settled()
  expect(stored()).toEqual(mine('essential', late))
})

test('a choice made elsewhere is adopted with the profile, and nothing is recorded', async () => {
  const { signIn } = await start(inProfile(true, late))
  signIn()
  await settled()
  expect(stored()).toEqual(mine('full', late))
  expect(record).not.toHaveBeenCalled()
})

test('a failure is silent, the choice applies here, and the next start retries', async () => {
  store('essential', late, anna.userId)
  record.mockRejectedValue(new Error('away'))
  const first = await start(inProfile(true, early))
  first.signIn()
  await settled()
  first.signIn()
  await settled()
  expect(record).toHaveBeenCalledTimes(1)
  expect(stored()).toEqual(mine('essential', late))
  first.stop()
  const second = await start(inProfile(true, early))
  second.signIn()
  await settled()
  expect(record).toHaveBeenCalledTimes(2)
})

test('nothing of a member is left on the device once they have signed out', async () => {
  store('essential', early)
  const { signIn, setViewer } = await start(inProfile(true, late))
  signIn()
  await settled()
  expect(stored()).toEqual(mine('full', late))
  await signOut(setViewer)
  await settled()
  expect(stored()).toBeNull()
  expect(device()).toMatchObject({ level: 'essential' })
})
