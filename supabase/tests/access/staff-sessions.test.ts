import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { sessionIdOf } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

/** The session as it is after the job, which was begun and renewed so long ago. */
async function after(t: Harness, person: 'member' | 'moderator' | 'admin', begun: string, renewed?: string) {
  await t.platform(
    `update auth.sessions set created_at = now() - $2::interval, not_after = null,
       refreshed_at = (now() - $3::interval) at time zone 'UTC' where id = $1`,
    [sessionIdOf(person), begun, renewed ?? null],
  )
  await t.platform('select private.limit_staff_sessions()')
  const { error } = await t.attempt(person, 'select private.check_request()')
  return error ? 'ended' : 'goes on'
}

test.each([
  ['moderator', '20 hours', '11 hours', 'goes on'],
  ['moderator', '20 hours', '13 hours', 'ended'],
  ['admin', '11 hours', undefined, 'goes on'],
  ['admin', '13 hours', undefined, 'ended'],
  ['admin', '29 days', '1 minute', 'goes on'],
  ['admin', '31 days', '1 minute', 'ended'],
  ['member', '300 days', '200 days', 'goes on'],
] as const)('a session of a %s, begun %s ago and renewed %s ago: %s', (person, begun, renewed, expected) =>
  harness(async (t) => {
    expect(await after(t, person, begun, renewed)).toBe(expected)
  })(),
)

test(
  'a session that was used goes on, and one that ended does not begin again',
  harness(async (t) => {
    expect(await after(t, 'moderator', '5 hours')).toBe('goes on')
    expect(await after(t, 'moderator', '15 hours', '1 hour')).toBe('goes on')
    expect(await after(t, 'admin', '13 hours')).toBe('ended')
    await t.platform(`update auth.sessions set refreshed_at = now() at time zone 'UTC' where id = $1`, [
      sessionIdOf('admin'),
    ])
    await t.platform('select private.limit_staff_sessions()')
    expect((await t.attempt('admin', 'select private.check_request()')).error).toMatchObject({ hint: 'session_ended' })
  }),
)

test(
  'who leaves the team is signed in as a member',
  harness(async (t) => {
    await after(t, 'moderator', '1 hour')
    const ends = `select not_after is not null from auth.sessions where id = '${sessionIdOf('moderator')}'`
    expect(await t.value(ends)).toBe(true)
    await t.owner(`update public.profiles set role = 'user' where nickname = 'lagerwache'`)
    await t.platform('select private.limit_staff_sessions()')
    expect(await t.value(ends)).toBe(false)
  }),
)
