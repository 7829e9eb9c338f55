import { describe, expect, test } from 'vitest'
import { createAuthMachine } from './auth-machine.ts'
import { fakeClock } from './fake-clock.ts'
import type { OwnProfile } from './own-profile.ts'
import type { SessionFacts } from './session-facts.ts'
import type { Viewer } from './viewer.ts'

const anna: SessionFacts = {
  userId: 'anna',
  email: 'anna@hot.example',
  createdAt: '2026-01-01T00:00:00Z',
  issuedAt: 0,
  assurance: { current: 'aal1', next: 'aal1' },
}
const bert: SessionFacts = { ...anna, userId: 'bert', email: 'bert@hot.example' }

const profileOf = (id: string, role: OwnProfile['role'] = 'user'): OwnProfile => ({
  id,
  role,
  email: `${id}@hot.example`,
  nickname: id,
  slug: id,
  full_name: null,
  avatar_url: null,
  bio: null,
  provider_type: 'email',
  karma: 0,
  analytics_consent: false,
  analytics_consent_updated_at: null,
  needs_nickname: false,
  needs_invite: false,
  created_at: anna.createdAt,
})

/** The machine with everything around it in plain sight. */
function stage({ cached = null as OwnProfile | null, role = 'user' as OwnProfile['role'], fresh = false } = {}) {
  const clock = fakeClock()
  const since = clock.now()
  const shown: Viewer[] = []
  const asked: { userId: string; answer(profile: OwnProfile | null): void; fail(): void }[] = []
  const store = { cached, role, fresh }
  const place = { admin: false }
  const machine = createAuthMachine({
    clock,
    publish: (viewer) => shown.push(viewer),
    cachedRole: () => store.role,
    cachedProfile: () => store.cached,
    cachedProfileIsFresh: () => store.fresh,
    keepProfile: (profile) => Object.assign(store, { cached: profile, role: profile.role, fresh: true }),
    forgetProfile: () => Object.assign(store, { cached: null, role: 'user', fresh: false }),
    fetchProfile: (userId) =>
      new Promise((resolve, reject) => asked.push({ userId, answer: resolve, fail: () => reject(new Error('away')) })),
    inAdmin: () => place.admin,
  })
  const now = () => {
    const viewer = shown.at(-1)
    return viewer?.state === 'guest' ? (viewer.pending ? 'pending' : 'guest') : viewer?.state
  }
  return { clock, since, shown, asked, store, place, machine, now }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('starting', () => {
  test('loading, with the cached role and profile, until the session is known', () => {
    const { machine, since, shown } = stage({ cached: profileOf('anna', 'admin'), role: 'admin' })
    machine.start(since)
    expect(shown).toEqual([{ state: 'loading', role: 'admin', profile: profileOf('anna', 'admin') }])
  })

  test('unresolved after 2000 ms counts as signed out, and the session is taken when it arrives', async () => {
    const { machine, since, clock, now, asked } = stage()
    machine.start(since)
    clock.advance(1999)
    expect(now()).toBe('loading')
    clock.advance(1)
    expect(now()).toBe('pending')
    clock.advance(18_000)
    machine.present(anna)
    expect(now()).toBe('member')
    asked[0]?.answer(profileOf('anna'))
    await turn()
    expect(now()).toBe('member')
  })

  test('a session without its profile is shown after 3000 ms at the latest', () => {
    const { machine, since, clock, now } = stage({ role: 'moderator' })
    machine.start(since)
    clock.advance(500)
    machine.present(anna)
    expect(now()).toBe('loading')
    clock.advance(2499)
    expect(now()).toBe('loading')
    clock.advance(1)
    expect(now()).toBe('member')
  })

  test('time the code itself needed to arrive is part of the limits', () => {
    const { machine, since, clock, now } = stage()
    clock.advance(1500)
    machine.start(since)
    clock.advance(500)
    expect(now()).toBe('pending')
  })

  test('loading never comes back', () => {
    const { machine, since, clock, shown } = stage()
    machine.start(since)
    clock.advance(2000)
    machine.present(anna)
    machine.absent()
    machine.present(bert)
    machine.start(clock.now())
    expect(shown.map(({ state }) => state)).toEqual(['loading', 'guest', 'member', 'guest', 'member'])
  })

  test('nobody signed in: a guest at once', () => {
    const { machine, since, now } = stage()
    machine.start(since)
    machine.absent()
    expect(now()).toBe('guest')
  })
})

describe('the profile', () => {
  test('fresh in the cache: a member at once, and nobody is asked', () => {
    const { machine, since, shown, asked } = stage({ cached: profileOf('anna', 'moderator'), fresh: true })
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'moderator', profile: { nickname: 'anna' } })
    expect(asked).toHaveLength(0)
  })

  test('old in the cache: shown at once and replaced by the fetched one with its role', async () => {
    const { machine, since, shown, asked } = stage({ cached: profileOf('anna'), fresh: false })
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'user' })
    asked[0]?.answer({ ...profileOf('anna', 'admin'), nickname: 'Anna B.' })
    await turn()
    expect(shown.at(-1)).toMatchObject({ role: 'admin', profile: { nickname: 'Anna B.' } })
  })

  test('of somebody else in the cache: never shown, and forgotten with its role', () => {
    const { machine, since, clock, shown, store } = stage({ cached: profileOf('bert', 'admin'), role: 'admin' })
    machine.start(since)
    machine.present(anna)
    clock.advance(3000)
    expect(shown.at(-1)).toMatchObject({ state: 'member', profile: null, role: 'user' })
    expect(store.cached).toBeNull()
  })

  test('that cannot be fetched leaves a member without one; looking again asks again', async () => {
    const { machine, since, asked, shown } = stage()
    machine.start(since)
    machine.present(anna)
    asked[0]?.fail()
    await turn()
    expect(shown.at(-1)).toMatchObject({ state: 'member', profile: null })
    machine.lookAgain()
    asked[1]?.answer(profileOf('anna'))
    await turn()
    expect(shown.at(-1)).toMatchObject({ profile: { nickname: 'anna' } })
  })

  test('that arrives after another person signed in is dropped', async () => {
    const { machine, asked, shown, store } = stage()
    machine.present(anna)
    machine.present(bert)
    asked[0]?.answer(profileOf('anna', 'admin'))
    await turn()
    expect(shown.at(-1)).not.toMatchObject({ profile: { id: 'anna' } })
    expect(store.cached).toBeNull()
  })

  test('changed in another tab is taken from the cache', () => {
    const { machine, shown, store } = stage({ cached: profileOf('anna'), fresh: true })
    machine.present(anna)
    store.cached = { ...profileOf('anna'), nickname: 'Neu' }
    machine.lookAgain()
    expect(shown.at(-1)).toMatchObject({ profile: { nickname: 'Neu' } })
  })
})

describe('leaving', () => {
  test('role, profile and cache are reset', () => {
    const { machine, shown, store } = stage({ cached: profileOf('anna', 'admin'), fresh: true })
    machine.present(anna)
    machine.absent()
    expect(shown.at(-1)).toEqual({ state: 'guest', role: 'user' })
    expect(store).toEqual({ cached: null, role: 'user', fresh: false })
  })

  test('a session nobody can confirm is not thrown away: the profile stays cached', () => {
    const { machine, since, now, store } = stage({ cached: profileOf('anna') })
    machine.start(since)
    machine.unresolved()
    expect(now()).toBe('pending')
    expect(store.cached).not.toBeNull()
  })
})

describe('on paths containing /admin', () => {
  test('the role is taken for granted, the profile is not fetched and the role is not kept', () => {
    const { machine, since, place, asked, shown, store } = stage()
    place.admin = true
    machine.start(since)
    machine.present(anna)
    expect(shown.at(-1)).toMatchObject({ state: 'member', role: 'admin', profile: null })
    expect(asked).toHaveLength(0)
    expect(store.role).toBe('user')
  })

  test('leaving them fetches the profile and takes its role', async () => {
    const { machine, place, asked, shown } = stage()
    place.admin = true
    machine.present(anna)
    place.admin = false
    machine.lookAgain()
    expect(shown.at(-1)).toMatchObject({ role: 'user' })
    asked[0]?.answer(profileOf('anna', 'moderator'))
    await turn()
    expect(shown.at(-1)).toMatchObject({ role: 'moderator' })
  })
})

test('a renewed token is no news', () => {
  const { machine, shown } = stage({ cached: profileOf('anna'), fresh: true })
  machine.present(anna)
  machine.present({ ...anna, issuedAt: 5 })
  expect(shown).toHaveLength(1)
})
