import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** Asserted against supabase/auth: internal/api/admin.go. */
describe.each(contractTargets())('Administration of members on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  test('lets only the secret key administer members', async () => {
    const { client, id, token } = await member(contract)
    const headers = { apikey: contract.publishableKey, authorization: `Bearer ${token}` }
    const asMember = await contract.fetch(new Request(`${contract.url}/auth/v1/admin/users`, { headers }))
    expect([asMember.status, await asMember.json()]).toEqual([
      403,
      expect.objectContaining({ error_code: 'not_admin' }),
    ])
    expect((await contract.guest().auth.admin.listUsers()).error).not.toBeNull()
    const admin = contract.service().auth.admin
    expect((await admin.getUserById(id)).data.user?.id).toBe(id)
    expect(
      (await admin.updateUserById(id, { app_metadata: { stufe: 2 }, ban_duration: '24h' })).data.user?.app_metadata,
    ).toMatchObject({ stufe: 2, provider: 'email' })
    const refused = await client.auth.refreshSession()
    expect(refused.error?.code).toBe('user_banned')
    expect((await admin.updateUserById(id, { ban_duration: 'none' })).error).toBeNull()
    const list = await admin.listUsers({ page: 1, perPage: 5 })
    expect(list.data.users.length).toBeGreaterThan(0)
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  })

  test('creates an account with a password hash from elsewhere, but no other text and no password as well', async () => {
    const { admin } = contract.service().auth
    const wish = { email: `umzug${Date.now()}@gmx.de`, email_confirm: true }
    // Of `ein langes Passwort`.
    const password_hash = '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK'
    const both = await admin.createUser({ ...wish, password: 'ein langes Passwort', password_hash })
    expect([both.error?.status, both.error?.code]).toEqual([400, 'validation_failed'])
    for (const text of ['ein langes Passwort', password_hash.slice(1), '$2b$99$'.padEnd(60, 'x')])
      expect((await admin.createUser({ ...wish, password_hash: text })).error, text).not.toBeNull()
    expect((await admin.createUser({ ...wish, password_hash })).error).toBeNull()
    const signIn = (password: string) => contract.guest().auth.signInWithPassword({ email: wish.email, password })
    expect((await signIn('ein langes Passwort')).error).toBeNull()
    expect((await signIn('ein anderes Passwort')).error?.code).toBe('invalid_credentials')
  })
})
