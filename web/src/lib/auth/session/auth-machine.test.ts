import { describe, expect, test } from 'vitest'
import { anna, bert, harness, profileOf, turn } from '../../../../../tests/support/web/auth-harness.ts'

describe('the profile', () => {
  test('fresh in the cache: a member at once, without a request', () => {
    const { machine, since, shown, asked } = harness({ cached: profileOf('anna', 'moderator'), fresh: true })
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'moderator', profile: { nickname: 'anna' } })
    expect(asked).toHaveLength(0)
  })

  test('old in the cache: shown at once and replaced by the fetched one with its role', async () => {
    const { machine, since, shown, asked } = harness({ cached: profileOf('anna'), fresh: false })
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'user' })
    asked[0]?.answer({ ...profileOf('anna', 'admin'), nickname: 'Anna B.' })
    await turn()
    expect(shown.at(-1)).toMatchObject({ role: 'admin', profile: { nickname: 'Anna B.' } })
  })

  test('of somebody else in the cache: never shown, and deleted with its role', () => {
    const { machine, since, clock, shown, store } = harness({ cached: profileOf('bert', 'admin'), role: 'admin' })
    machine.start(since)
    machine.present(anna)
    clock.advance(3000)
    expect(shown.at(-1)).toMatchObject({ state: 'member', profile: null, role: 'user' })
    expect(store.cached).toBeNull()
  })

  test('that cannot be fetched leaves a member without one; a new check fetches it again', async () => {
    const { machine, since, asked, shown } = harness()
    machine.start(since)
    machine.present(anna)
    asked[0]?.fail()
    await turn()
    expect(shown.at(-1)).toMatchObject({ state: 'member', profile: null })
    machine.recheck()
    asked[1]?.answer(profileOf('anna'))
    await turn()
    expect(shown.at(-1)).toMatchObject({ profile: { nickname: 'anna' } })
  })

  test('that arrives after another person signed in is dropped', async () => {
    const { machine, asked, shown, store } = harness()
    machine.present(anna)
    machine.present(bert)
    asked[0]?.answer(profileOf('anna', 'admin'))
    await turn()
    expect(shown.at(-1)).not.toMatchObject({ profile: { id: 'anna' } })
    expect(store.cached).toBeNull()
  })

  test('changed in another tab is taken from the cache', () => {
    const { machine, shown, store } = harness({ cached: profileOf('anna'), fresh: true })
    machine.present(anna)
    store.cached = { ...profileOf('anna'), nickname: 'Neu' }
    machine.recheck()
    expect(shown.at(-1)).toMatchObject({ profile: { nickname: 'Neu' } })
  })
})

describe('leaving', () => {
  test('role, profile and cache are reset', () => {
    const { machine, shown, store } = harness({ cached: profileOf('anna', 'admin'), fresh: true })
    machine.present(anna)
    machine.absent()
    expect(shown.at(-1)).toEqual({ state: 'guest', role: 'user' })
    expect(store).toEqual({ cached: null, role: 'user', fresh: false })
  })

  test('a session that cannot be confirmed is kept: the profile stays cached', () => {
    const { machine, since, now, store } = harness({ cached: profileOf('anna') })
    machine.start(since)
    machine.unresolved()
    expect(now()).toBe('pending')
    expect(store.cached).not.toBeNull()
  })
})

describe('on paths containing /admin', () => {
  test('the role is assumed, the profile is not fetched and the role is not stored', () => {
    const { machine, since, place, asked, shown, store } = harness()
    place.admin = true
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'admin', profile: null })
    expect(asked).toHaveLength(0)
    expect(store.role).toBe('user')
  })

  test('leaving them fetches the profile and uses its role', async () => {
    const { machine, place, asked, shown } = harness()
    place.admin = true
    machine.present(anna)
    place.admin = false
    machine.recheck()
    expect(shown.at(-1)).toMatchObject({ role: 'user' })
    asked[0]?.answer(profileOf('anna', 'moderator'))
    await turn()
    expect(shown.at(-1)).toMatchObject({ role: 'moderator' })
  })
})

test('a renewed token changes nothing', () => {
  const { machine, shown } = harness({ cached: profileOf('anna'), fresh: true })
  machine.present(anna)
  machine.present({ ...anna, issuedAt: 5 })
  expect(shown).toHaveLength(1)
})

describe('a session that needs its second factor', () => {
  const half = { ...anna, assurance: { current: 'aal1', next: 'aal2' } as const }
  const whole = { ...anna, assurance: { current: 'aal2', next: 'aal2' } as const }

  test('shows nothing of the account, neither cached nor fetched, until the factor is entered', async () => {
    const { machine, since, asked, shown } = harness({ cached: profileOf('anna', 'admin'), role: 'admin', fresh: true })
    machine.start(since)
    machine.present(half)
    machine.recheck()
    await machine.refreshProfile()
    expect(shown.at(-1)).toEqual({ state: 'guest', role: 'user', pending: true, factor: true })
    expect(machine.userId()).toBeNull()
    expect(machine.awaitsFactor()).toBe(true)
    expect(asked).toHaveLength(0)
    machine.present(whole)
    expect(shown.at(-1)).toMatchObject({ state: 'member', profile: { id: 'anna' } })
    expect(machine.userId()).toBe('anna')
  })

  test('fetches the profile once the factor is entered', async () => {
    const { machine, asked, shown } = harness()
    machine.present(half)
    machine.present(whole)
    asked[0]?.answer(profileOf('anna'))
    await turn()
    expect(shown.at(-1)).toMatchObject({ profile: { nickname: 'anna' } })
  })

  test('of the member of this page, who signs in again, keeps the page; after leaving it does not', () => {
    const { machine, shown } = harness({ cached: profileOf('anna'), fresh: true })
    machine.present(whole)
    machine.present(half)
    expect(shown.at(-1)).toMatchObject({ state: 'member', assurance: { current: 'aal1', next: 'aal2' } })
    expect(machine.awaitsFactor()).toBe(false)
    machine.absent()
    machine.present(half)
    expect(shown.at(-1)).toMatchObject({ state: 'guest', factor: true })
  })

  test('of somebody else shows nothing of either', () => {
    const { machine, shown } = harness({ cached: profileOf('anna'), fresh: true })
    machine.present(whole)
    machine.present({ ...bert, assurance: half.assurance })
    expect(shown.at(-1)).toEqual({ state: 'guest', role: 'user', pending: true, factor: true })
  })
})
