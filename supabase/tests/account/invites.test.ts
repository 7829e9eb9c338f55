import { inviteCheck } from '@hot/domain/contract/account/invite'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, inviteCode, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

async function check(t: Harness, code: string, person: Person = 'guest', headers?: Record<string, string>) {
  await t.platform(`select set_config('request.headers', $1, true)`, [headers ? JSON.stringify(headers) : ''])
  const { rows, error } = await t.attempt(person, 'select public.check_invite($1) as answer', [code])
  return error ? JSON.parse(error.message).hint : inviteCheck.parse(rows[0]?.answer).state
}
const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.99, ${address}` })
const change = (t: Harness, set: string) => t.owner(`update public.invites set ${set} where code = '${inviteCode}'`)
const redeem = (t: Harness, person: Person, code: string = inviteCode) =>
  t.attempt(person, 'select public.redeem_invite($1) as ok', [code])

test(
  'a code is valid, expired, used or unknown; a disabled one counts as unknown',
  harness(async (t) => {
    for (const typed of [inviteCode, inviteCode.toLowerCase(), ` ${inviteCode}\n`, 'htht-2345', 'HTHT 2345'])
      expect({ typed, state: await check(t, typed) }).toEqual({ typed, state: 'valid' })
    for (const typed of ['', 'X', 'HTHT2346', 'x'.repeat(5000), "' or 1=1 --", '%', '________'])
      expect({ typed, state: await check(t, typed) }).toEqual({ typed, state: 'unknown' })
    const outcomes = []
    for (const set of [`expires_at = now() - interval '1 second'`, 'max_uses = 1, uses_count = 1', 'active = false'])
      outcomes.push(await t.undone(async () => [await change(t, set), await check(t, inviteCode)][1]))
    expect(outcomes).toEqual(['expired', 'used', 'unknown'])
  }),
)

test(
  'a moderator’s code works a hundred times at most, an admin’s a hundred thousand times',
  harness(async (t) => {
    const create = async (person: 'moderator' | 'admin', uses: number) =>
      (await t.attempt(person, 'select public.admin_create_invite($1)', [uses])).error?.hint
    expect(await create('moderator', 100)).toBeUndefined()
    expect(await create('moderator', 101)).toBe('max_uses_of_moderators')
    expect(await create('admin', 100_000)).toBeUndefined()
    const raise = async (person: 'moderator' | 'admin') =>
      (await t.attempt(person, 'update public.invites set max_uses = 101')).error?.hint
    expect([await raise('moderator'), await raise('admin')]).toEqual(['max_uses_of_moderators', undefined])
  }),
)

test(
  'only valid codes can be redeemed',
  harness(async (t) => {
    for (const set of [`expires_at = now() - interval '1 second'`, 'max_uses = 1, uses_count = 1', 'active = false'])
      expect(
        await t.undone(async () => {
          await change(t, set)
          return (await redeem(t, 'member')).rows
        }),
      ).toEqual([{ ok: false }])
    expect((await redeem(t, 'member')).rows).toEqual([{ ok: true }])
    // Redeeming again does not count twice, and the next member is too late.
    expect((await redeem(t, 'member')).rows).toEqual([{ ok: true }])
    expect((await redeem(t, 'other')).rows).toEqual([{ ok: false }])
    const uses = await t.owner(
      'select user_id, invite_id, redeemed_at = now() as at_once from public.invite_redemptions',
    )
    expect(uses.rows).toEqual([{ user_id: people.member, invite_id: w.invite, at_once: true }])
    const { rows } = await t.as('admin', `select type, user_id from public.notifications`)
    expect(rows).toEqual([{ type: 'invite_used', user_id: people.admin }])
  }),
)

test(
  'guests may guess ten times an hour per address, whatever headers they send',
  harness(async (t) => {
    for (let n = 0; n < 10; n++)
      expect(await check(t, `FALSCH${n + 20}`, 'guest', { 'x-forwarded-for': `10.0.0.${n}, 203.0.113.7` })).toBe(
        'unknown',
      )
    expect(await check(t, inviteCode, 'guest', from('203.0.113.7'))).toBe('rate_limited')
    expect(await check(t, inviteCode, 'guest', from('203.0.113.8'))).toBe('valid')
    // Members have their own limit.
    expect(await check(t, inviteCode, 'member', from('203.0.113.7'))).toBe('valid')
    await t.owner(`update private.invite_guesses set guessed_at = guessed_at - interval '61 minutes'`)
    expect(await check(t, inviteCode, 'guest', from('203.0.113.7'))).toBe('valid')
  }),
)

test(
  'checking valid codes does not count; checking and redeeming share a limit',
  harness(async (t) => {
    for (let n = 0; n < 12; n++) expect(await check(t, inviteCode, 'member')).toBe('valid')
    for (let n = 0; n < 5; n++) expect(await check(t, `FALSCH${n + 20}`, 'member')).toBe('unknown')
    for (let n = 0; n < 5; n++) expect((await redeem(t, 'member', `FALSCH${n + 20}`)).rows).toEqual([{ ok: false }])
    expect((await redeem(t, 'member')).error?.code).toBe('PGRST')
  }),
)
