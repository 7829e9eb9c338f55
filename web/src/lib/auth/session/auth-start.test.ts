import { expect, test } from 'vitest'
import { anna, bert, harness, profileOf, turn } from '../../../../../tests/support/web/auth-harness.ts'

test('loading, with the cached role and profile, until the session is known', () => {
  const { machine, since, shown } = harness({ cached: profileOf('anna', 'admin'), role: 'admin' })
  machine.start(since)
  expect(shown).toEqual([{ state: 'loading', role: 'admin', profile: profileOf('anna', 'admin') }])
})

test('unresolved after 2000 ms counts as signed out, and the session is used when it arrives', async () => {
  const { machine, since, clock, now, asked } = harness()
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
  const { machine, since, clock, now } = harness({ role: 'moderator' })
  machine.start(since)
  clock.advance(500)
  machine.present(anna)
  expect(now()).toBe('loading')
  clock.advance(2499)
  expect(now()).toBe('loading')
  clock.advance(1)
  expect(now()).toBe('member')
})

test('the time to load the code counts towards the limits', () => {
  const { machine, since, clock, now } = harness()
  clock.advance(1500)
  machine.start(since)
  clock.advance(500)
  expect(now()).toBe('pending')
})

test('loading never comes back', () => {
  const { machine, since, clock, shown } = harness()
  machine.start(since)
  clock.advance(2000)
  machine.present(anna)
  machine.absent()
  machine.present(bert)
  machine.start(clock.now())
  expect(shown.map(({ state }) => state)).toEqual(['loading', 'guest', 'member', 'guest', 'member'])
})

test('nobody signed in: a guest at once', () => {
  const { machine, since, now } = harness()
  machine.start(since)
  machine.absent()
  expect(now()).toBe('guest')
})
