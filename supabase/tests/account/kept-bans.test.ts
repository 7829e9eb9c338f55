import { createHmac } from 'node:crypto'
import { foundBy } from '@hot/domain/moderation/sanctions'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)
const newcomer = '10000000-0000-4000-8000-000000000099'
const kept = (t: Harness) => t.value('select count(*)::int from private.kept_bans')

/** The member is banned for so many days, or for good, and deletes the account. */
async function leaveBanned(t: Harness, days: number | null, isConfirmed = true): Promise<void> {
  if (isConfirmed) await t.platform(`update auth.users set email_confirmed_at = now() where id = '${people.member}'`)
  await t.as('admin', `select public.admin_ban_member('${people.member}', $1, 'Beleidigungen')`, [days])
  await t.platform(`delete from auth.users where id = '${people.member}'`)
}

async function register(t: Harness, email: string): Promise<void> {
  await t.platform(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ($1, $2, '{"provider": "email"}', '{}')`,
    [newcomer, email],
  )
}
const confirm = (t: Harness) => t.platform(`update auth.users set email_confirmed_at = now() where id = '${newcomer}'`)
const ban = async (t: Harness) =>
  (
    await t.owner(
      `select private.is_banned(id) as banned, banned_until::date - now()::date as days from public.profiles where id = '${newcomer}'`,
    )
  ).rows[0]

test.each([
  ['the same address', 'member.geheim@gmail.com'],
  ['another spelling of the mailbox', 'Member.Geheim+neu@googlemail.com'],
])('%s is banned again until the ban ends, from the moment it is confirmed, and told why', (_, email) =>
  harness(async (t) => {
    await leaveBanned(t, 30)
    expect(await kept(t)).toBe(1)
    await register(t, email)
    // A stranger who types the address learns nothing.
    expect(await ban(t)).toEqual({ banned: false, days: null })
    expect(await kept(t)).toBe(1)
    await confirm(t)
    expect(await ban(t)).toEqual({ banned: true, days: 30 })
    const { rows } = await t.owner(
      `select action, reason, ban_duration_days as days, origin from public.moderation_actions where target_user_id = '${newcomer}'`,
    )
    expect(rows).toEqual([
      {
        action: 'banned',
        days: 30,
        // A person decided it; that it is the same address, a program found.
        origin: 'address',
        reason: expect.stringMatching(/Die Sperre gilt weiter.*Einspruch.*Beleidigungen$/),
      },
    ])
    const told = await t.owner(`select message from public.notifications where user_id = '${newcomer}'`)
    expect(told.rows).toEqual([{ message: expect.stringContaining(foundBy.address) }])
    // The account carries its ban itself now: one that the team lifts does not come back.
    expect(await kept(t)).toBe(0)
  })(),
)

test(
  'a ban for good stays one; of the address only a keyed hash is kept',
  harness(async (t) => {
    await leaveBanned(t, null)
    const { rows } = await t.owner(
      `select encode(k.address_hash, 'hex') as hash, encode(b.key, 'hex') as key from private.kept_bans k cross join private.ban_key b`,
    )
    const key = Buffer.from(String(rows[0]?.key), 'hex')
    expect(rows[0]?.hash).toBe(createHmac('sha256', key).update('membergeheim@gmail.com').digest('hex'))
    await register(t, 'member.geheim@gmail.com')
    await confirm(t)
    expect(await ban(t)).toEqual({ banned: true, days: null })
  }),
)

test(
  'a ban that has ended is forgotten, one for good after three years, and neither binds anybody then',
  harness(async (t) => {
    await leaveBanned(t, 30)
    const later = (interval: string) =>
      t.owner(`update private.kept_bans set ends_at = ends_at - interval '${interval}'`)
    await later('29 days')
    await t.owner('select private.apply_retention()')
    expect(await kept(t)).toBe(1)
    await later('2 days')
    await register(t, 'member.geheim@gmail.com')
    await confirm(t)
    expect(await ban(t)).toEqual({ banned: false, days: null })
    await t.owner(
      `insert into private.kept_bans (address_hash, ends_at, is_for_good) values ('x', now() + interval '3 years', true)`,
    )
    await later('35 months')
    await t.owner('select private.apply_retention()')
    expect(await kept(t)).toBe(1)
    await later('1 month 1 day')
    await t.owner('select private.apply_retention()')
    expect(await kept(t)).toBe(0)
  }),
)

test(
  'nothing is kept of members who are not banned, nor of an address that nobody has confirmed',
  harness(async (t) => {
    await t.platform(`update auth.users set email_confirmed_at = now() where id = '${people.other}'`)
    await t.platform(`delete from auth.users where id = '${people.other}'`)
    expect(await kept(t)).toBe(0)
    await leaveBanned(t, 30, false)
    expect(await kept(t)).toBe(0)
  }),
)

test(
  'a provider that has confirmed the address brings the ban along, and a change to the address as well',
  harness(async (t) => {
    await leaveBanned(t, 30)
    await t.platform(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1, 'member.geheim@gmail.com', now(), '{"provider": "google"}', '{"sub": "1"}')`,
      [newcomer],
    )
    expect(await ban(t)).toEqual({ banned: true, days: 30 })
    await t.platform(`delete from auth.users where id = '${newcomer}'`)
    expect(await kept(t)).toBe(1)
    await t.platform(
      `update auth.users set email = 'member.geheim@gmail.com', email_confirmed_at = now() where id = '${people.other}'`,
    )
    expect(await t.value(`select private.is_banned('${people.other}')`)).toBe(true)
  }),
)
