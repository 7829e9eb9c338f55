import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMails } from './account-mails.ts'
import { type Contract, member, ownTargets } from './open-contract.ts'

/** Bans, sessions and what the operator does to them; reads mails, so it runs against our own backend only. */
let contract: Contract & { backend: Backend }
let serial = 0
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const newAddress = () => `konto${Date.now()}${serial++}@gmx.de`
const { mailTo, linkIn, fragmentOf } = accountMails(() => contract)

describe.each(ownTargets())('Sessions on $name', ({ open }) => {
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  test('a ban of the account is honoured by every call of it', async () => {
    const { client, id, email, token } = await member(contract)
    await client.auth.resetPasswordForEmail(email)
    const link = linkIn(email)
    await contract.service().auth.admin.updateUserById(id, { ban_duration: '1h' })
    const calls = {
      password: await contract.guest().auth.signInWithPassword({ email, password }),
      user: await contract.guest().auth.getUser(token),
      refresh: await client.auth.refreshSession(),
      update: await client.auth.updateUser({ data: { a: 1 } }),
      reauthenticate: await client.auth.reauthenticate(),
      enroll: await client.auth.mfa.enroll({ factorType: 'totp' }),
    }
    for (const [call, { error }] of Object.entries(calls)) expect([call, error?.code]).toEqual([call, 'user_banned'])
    expect((await fragmentOf(link)).get('error_code')).toBe('user_banned')
    await contract.service().auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await contract.guest().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('each sign-in has a session of its own, which knows device and address', async () => {
    const { email, id } = await member(contract)
    const signIn = (agent: string) =>
      contract.backend.fetch(
        new Request(`${SITE}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: contract.publishableKey, 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' },
          body: JSON.stringify({ email, password }),
        }),
        { remoteAddress: '::ffff:192.0.2.44' },
      )
    const first = (await (await signIn('Tablet')).json()) as { refresh_token: string }
    await signIn('Fernseher')
    await contract.guest().auth.refreshSession(first)
    const rows = await contract.backend.query(
      'select user_agent, host(ip) as ip from auth.sessions where user_id = $1 order by created_at',
      [id],
    )
    expect(rows).toHaveLength(3)
    expect(rows[2]).toEqual({ user_agent: 'Fernseher', ip: '192.0.2.44' })
  })

  test('the operator hands out links, invites, and signs members out', async () => {
    const { admin } = contract.service().auth
    const email = newAddress()
    const before = contract.backend.mailbox.list().length
    const link = await admin.generateLink({ type: 'invite', email, options: { redirectTo: `${SITE}/auth/callback` } })
    expect(link.data.properties).toMatchObject({ verification_type: 'invite', redirect_to: `${SITE}/auth/callback` })
    expect(contract.backend.mailbox.list()).toHaveLength(before)
    expect((await fragmentOf(link.data.properties?.action_link ?? '')).get('type')).toBe('invite')
    expect((await contract.guest().auth.signInWithPassword({ email, password: '' })).error).not.toBeNull()
    expect((await admin.generateLink({ type: 'recovery', email: newAddress() })).error?.code).toBe('user_not_found')
    expect((await admin.generateLink({ type: 'invite', email })).error?.code).toBe('email_exists')

    const guest = newAddress()
    expect((await admin.inviteUserByEmail(guest)).data.user?.invited_at).toBeTruthy()
    expect(mailTo(guest)?.subject).toBe('You have been invited')
    expect((await contract.guest().auth.admin.inviteUserByEmail(newAddress())).error?.code).toBe('not_admin')

    const person = await member(contract)
    expect((await admin.signOut(person.token, 'global')).error).toBeNull()
    expect((await person.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')

    const moved = newAddress()
    const change = { type: 'email_change_new', email: person.email, newEmail: moved } as const
    const changeLink = await admin.generateLink(change)
    expect((await fragmentOf(changeLink.data.properties?.action_link ?? '')).get('message')).toContain('Please proceed')
    expect((await admin.updateUserById(person.id, { email: guest })).error?.code).toBe('email_exists')
  })
})
