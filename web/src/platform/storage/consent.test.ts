import { consentQuestion } from '@hot/domain/privacy/consent'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The parts of the browser's storage and events that a choice needs; each test gets fresh modules. */
class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
}
let local: Storage
let tab: Storage
let events: EventTarget

beforeEach(() => {
  vi.resetModules()
  local = new Storage()
  tab = new Storage()
  events = new EventTarget()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('window', events)
})
afterEach(() => vi.unstubAllGlobals())

const fresh = () => import('./consent.ts')
const text = consentQuestion.version
const full = { level: 'full', acceptedAt: '2026-03-01T10:00:00.000Z', text } as const
const essential = { ...full, level: 'essential' } as const
const device = () => JSON.parse(local.getItem('hot_consent_v1') ?? 'null') as unknown
const otherTab = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }))
/** As signing in and out leave the storage. */
const signIn = () => local.set('sb-hot-auth-token', '{}')
const signOut = () => local.delete('sb-hot-auth-token')

test('nothing is allowed before the choice, which has its time and the version of its question', async () => {
  const { consentLevel, deviceConsent, storeConsent } = await fresh()
  expect([consentLevel(), deviceConsent()]).toEqual(['none', null])
  storeConsent('full')
  expect(consentLevel()).toBe('full')
  expect(device()).toEqual({ level: 'full', acceptedAt: expect.any(String), text })
  expect(Math.abs(Date.now() - Date.parse(deviceConsent()?.acceptedAt ?? ''))).toBeLessThan(5_000)
})

test('who agreed to another question is asked again, who refused is not', async () => {
  const { consentLevel, isConsentDue } = await fresh()
  local.set('hot_consent_v1', JSON.stringify({ ...full, text: text - 1 }))
  expect([consentLevel(), isConsentDue()]).toEqual(['none', true])
  local.set('hot_consent_v1', JSON.stringify({ ...essential, text: text - 1 }))
  expect([consentLevel(), isConsentDue()]).toEqual(['essential', false])
})

test("a member's choice holds while they are signed in, and the device's own afterwards", async () => {
  const { consentLevel, holdMemberConsent, isConsentDue, mayCount, releaseMemberConsent, storeConsent } = await fresh()
  storeConsent('essential')
  const before = device()
  signIn()
  holdMemberConsent('anna', full)
  expect([consentLevel(), mayCount('anna'), mayCount('bernd'), mayCount(null)]).toEqual(['full', true, false, false])
  storeConsent('essential')
  storeConsent('full')
  expect(device(), 'what a member presses is theirs').toEqual(before)
  signOut()
  releaseMemberConsent()
  expect([consentLevel(), isConsentDue(), device()]).toEqual(['essential', false, before])
  expect(local.has('hot_member_consent')).toBe(false)
})

test("a device's yes counts no member: not before they are known, nor when they never chose or refused", async () => {
  const { consentLevel, holdMemberConsent, isConsentDue, mayCount, releaseMemberConsent, storeConsent } = await fresh()
  storeConsent('full')
  signIn()
  expect([consentLevel(), isConsentDue(), mayCount('anna')]).toEqual(['none', false, false])
  holdMemberConsent('anna', null)
  expect([consentLevel(), isConsentDue(), mayCount('anna')]).toEqual(['none', true, false])
  holdMemberConsent('anna', essential)
  expect([consentLevel(), isConsentDue(), mayCount('anna')]).toEqual(['essential', false, false])
  signOut()
  releaseMemberConsent()
  expect([consentLevel(), mayCount(null)]).toEqual(['full', true])
})

test("a press before the member is known becomes that member's, never the device's", async () => {
  const { consentLevel, isConsentDue, ownConsent, storeConsent } = await fresh()
  signIn()
  storeConsent('full')
  expect([consentLevel(), isConsentDue(), device()]).toEqual(['full', false, null])
  expect(ownConsent('anna')).toMatchObject({ level: 'full', text })
})

test('withdrawing deletes stored data before listeners are called, and hands over the visit to be forgotten', async () => {
  const { storeConsent, subscribeConsent, consentLevel, takeWithdrawnVisit } = await fresh()
  storeConsent('full')
  local.setItem('hot_conversions', '[]')
  local.setItem('theme', 'dark')
  tab.setItem('hot_analytics_visit', '{"id":"x"}')
  const heard: unknown[] = []
  subscribeConsent(() => heard.push([consentLevel(), local.getItem('hot_conversions')]))
  storeConsent('full')
  storeConsent('essential')
  expect(heard).toEqual([
    ['full', '[]'],
    ['essential', null],
  ])
  expect([...local.keys(), ...tab.keys()]).toEqual(['hot_consent_v1', 'theme'])
  expect([takeWithdrawnVisit(), takeWithdrawnVisit()]).toEqual(['{"id":"x"}', null])
})

test('a withdrawal in another tab ends this one too; signing in as somebody who refused withdraws nothing', async () => {
  const { holdMemberConsent, storeConsent, subscribeConsent, takeWithdrawnVisit } = await fresh()
  subscribeConsent(() => {})
  storeConsent('full')
  tab.setItem('hot_analytics_visit', 'mine')
  signIn()
  holdMemberConsent('anna', essential)
  expect([tab.size, takeWithdrawnVisit()]).toEqual([0, null])
  signOut()
  tab.setItem('hot_analytics_visit', 'mine')
  local.set('hot_consent_v1', JSON.stringify(essential))
  otherTab('hot_consent_v1')
  expect([tab.size, takeWithdrawnVisit()]).toEqual([0, 'mine'])
})

test('a choice in another tab is reported too, until the listener unsubscribes', async () => {
  const { subscribeConsent } = await fresh()
  const listener = vi.fn()
  const leave = subscribeConsent(listener)
  otherTab('theme')
  expect(listener).not.toHaveBeenCalled()
  for (const key of ['hot_consent_v1', 'hot_member_consent', 'sb-hot-auth-token', null]) otherTab(key)
  expect(listener).toHaveBeenCalledTimes(4)
  leave()
  otherTab('hot_consent_v1')
  expect(listener).toHaveBeenCalledTimes(4)
})

test('with blocked storage the choice applies until the page is left', async () => {
  const refuse = () => {
    throw new Error('denied')
  }
  Object.assign(local, { getItem: refuse, setItem: refuse, removeItem: refuse })
  const { consentLevel, holdMemberConsent, releaseMemberConsent, storeConsent } = await fresh()
  storeConsent('essential')
  expect(consentLevel()).toBe('essential')
  holdMemberConsent('anna', full)
  expect(consentLevel()).toBe('full')
  releaseMemberConsent()
  expect(consentLevel()).toBe('essential')
})
