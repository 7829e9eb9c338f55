import { expect, test } from 'vitest'
import { type Claims, type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { proven, sessionId, signedIn } from './account-people.ts'

const inWorld = useHarness(createWorld)
/** Without the sessions that the test data contains. */
const harness = (scene: (t: Harness) => Promise<void>) =>
  inWorld(async (t) => {
    await t.platform('delete from auth.sessions')
    await scene(t)
  })
const id = (n: number) => `30000000-0000-4000-8000-${String(n).padStart(12, '0')}`

async function sessionsOf(t: Harness, claims: Claims = { session_id: sessionId }) {
  const { rows } = await t.as('member', 'select public.account_sessions() as answer', [], claims)
  return rows[0]?.answer as Record<string, unknown>[]
}

test(
  'sessions: own ones only, the current first, without ended ones, addresses shortened',
  harness(async (t) => {
    await signedIn(t, 'member')
    await signedIn(t, 'member', id(2), { ip: '2001:db8:1:2:3::7', user_agent: 'Handy' })
    await signedIn(t, 'member', id(3), { ended: true })
    await signedIn(t, 'other', id(4))
    await t.platform(`update auth.sessions set refreshed_at = now() at time zone 'UTC' where id = '${id(2)}'`)
    const list = await sessionsOf(t)
    expect(list.map((entry) => [entry.id, entry.is_current, entry.ip, entry.user_agent])).toEqual([
      [sessionId, true, '203.0.113.0/24', 'Firefox'],
      [id(2), false, '2001:db8:1::/48', 'Handy'],
    ])
    const age = Date.now() - Date.parse(String(list[1]?.refreshed_at))
    expect(Math.abs(age)).toBeLessThan(600_000)
  }),
)

test(
  'ending a session, which must be one’s own, ends its refresh tokens',
  harness(async (t) => {
    await signedIn(t, 'member')
    await signedIn(t, 'other', id(4))
    const end = async (session: string) =>
      (await t.as('member', 'select public.end_session($1) as ended', [session])).rows[0]?.ended
    expect(await end(id(4))).toBe(false)
    expect(await end(sessionId)).toBe(true)
    expect(await end(sessionId)).toBe(false)
    const { rows } = await t.platform('select session_id::text as session from auth.refresh_tokens')
    expect(rows).toEqual([{ session: id(4) }])
  }),
)

const proofs: [what: string, claims: Claims, hint: string | undefined][] = [
  ['a password typed just now', proven(), undefined],
  ['a provider asked nine minutes ago', proven('oauth', 540), undefined],
  ['a mailed link', proven('otp', 60), undefined],
  ['a second factor', proven('totp', 60), undefined],
  ['a password of eleven minutes ago', proven('password', 660), 'reauthentication_needed'],
  ['a refreshed token', proven('token_refresh'), 'reauthentication_needed'],
  ['amr as plain names', { session_id: sessionId, amr: ['password'] }, 'reauthentication_needed'],
  [
    'a time in words',
    { session_id: sessionId, amr: [{ method: 'password', timestamp: 'now' }] },
    'reauthentication_needed',
  ],
  ['no amr', { session_id: sessionId }, 'reauthentication_needed'],
  ['amr that is no list', { session_id: sessionId, amr: { method: 'password' } }, 'reauthentication_needed'],
  ['a token whose session is gone', { ...proven(), session_id: id(9) }, 'reauthentication_needed'],
  ['a token without a session', { amr: proven().amr }, 'reauthentication_needed'],
]

test.each(proofs)('deleting the account after %s', async (_what, claims, hint) => {
  await harness(async (t) => {
    await signedIn(t, 'member')
    const { rows, error } = await t.attempt('member', 'select public.delete_own_account() as gone', [], claims)
    expect(error?.hint).toBe(hint)
    expect(rows).toEqual(hint ? [] : [{ gone: true }])
    expect(await t.value(`select count(*)::int from public.profiles where id = '${people.member}'`)).toBe(hint ? 1 : 0)
  })()
})

test(
  'an account with a second factor is deleted at aal2 only',
  harness(async (t) => {
    await signedIn(t, 'member')
    await t.platform(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values ('${id(7)}', '${people.member}', 'totp', 'verified', now(), now())`,
    )
    const attempt = (aal: string) =>
      t.attempt('member', 'select public.delete_own_account()', [], { ...proven('totp'), aal })
    expect((await attempt('aal1')).error?.hint).toBe('mfa_needed')
    expect((await attempt('aal2')).error).toBeUndefined()
  }),
)

test(
  'the only admin cannot delete the account until there is another',
  harness(async (t) => {
    await signedIn(t, 'admin')
    const attempt = () => t.attempt('admin', 'select public.delete_own_account()', [], proven())
    expect((await attempt()).error?.hint).toBe('last_admin')
    await t.owner(`update public.profiles set role = 'admin' where id = '${people.moderator}'`)
    expect((await attempt()).error).toBeUndefined()
  }),
)
