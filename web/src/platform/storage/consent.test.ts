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
const otherTab = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }))

test('nothing is allowed before the choice, which includes its time', async () => {
  const { consentLevel, storedConsent, storeConsent } = await fresh()
  expect([consentLevel(), storedConsent()]).toEqual(['none', null])
  storeConsent('full')
  expect(consentLevel()).toBe('full')
  expect(Math.abs(Date.now() - Date.parse(storedConsent()?.acceptedAt ?? ''))).toBeLessThan(5_000)
  storeConsent('essential', '2026-03-01T10:00:00.000Z')
  expect(JSON.parse(local.getItem('hot_consent_v1') ?? '')).toEqual({
    level: 'essential',
    acceptedAt: '2026-03-01T10:00:00.000Z',
  })
})

test('withdrawing deletes stored data before listeners are called', async () => {
  const { storeConsent, subscribeConsent, consentLevel } = await fresh()
  storeConsent('full')
  local.setItem('hot_conversions', '[]')
  local.setItem('theme', 'dark')
  tab.setItem('hot_analytics_visit', '{}')
  const heard: unknown[] = []
  subscribeConsent(() => heard.push([consentLevel(), local.getItem('hot_conversions')]))
  storeConsent('full')
  storeConsent('essential')
  expect(heard).toEqual([
    ['full', '[]'],
    ['essential', null],
  ])
  expect([...local.keys(), ...tab.keys()]).toEqual(['hot_consent_v1', 'theme'])
})

test('where a visit comes from is told only after a choice here, to a question that names it', async () => {
  local.setItem('hot_consent_v1', JSON.stringify({ level: 'full', acceptedAt: '2026-03-01T10:00:00.000Z' }))
  const { maySendSource, storeConsent } = await fresh()
  expect(maySendSource(), 'agreed to an older question').toBe(false)
  storeConsent('full', '2026-03-02T10:00:00.000Z')
  expect(maySendSource(), 'agreed on another device').toBe(false)
  storeConsent('full')
  expect(maySendSource()).toBe(true)
  storeConsent('essential')
  expect(maySendSource()).toBe(false)
  storeConsent('full', '2026-03-03T10:00:00.000Z')
  expect(maySendSource(), 'withdrawn, and agreed elsewhere').toBe(false)
})

test('a choice in another tab is reported too, until the listener unsubscribes', async () => {
  const { subscribeConsent } = await fresh()
  const listener = vi.fn()
  const leave = subscribeConsent(listener)
  otherTab('theme')
  expect(listener).not.toHaveBeenCalled()
  otherTab('hot_consent_v1')
  otherTab(null)
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  otherTab('hot_consent_v1')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('with blocked storage the choice applies until the page is left', async () => {
  const refuse = () => {
    throw new Error('denied')
  }
  Object.assign(local, { getItem: refuse, setItem: refuse })
  const { consentLevel, storeConsent } = await fresh()
  storeConsent('essential')
  expect(consentLevel()).toBe('essential')
})
