import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser } from './openid/browser.ts'
import { oauthClient } from './openid/oauth-client.ts'
import { failureOf, type OAuthBench, oauthTargets } from './openid/open-oauth.ts'

/** Asserted against supabase/auth: internal/models/linking.go, models/user.go and internal/api/identity.go. */
const password = 'ein langes Passwort'

describe.each(oauthTargets())('Linking accounts on $name', ({ open }) => {
  let bench: OAuthBench
  beforeAll(async () => {
    bench = await open()
  })
  afterAll(() => bench?.close())

  const account = async (email: string, confirmed = true) => {
    const { data, error } = await bench.contract
      .service()
      .auth.admin.createUser({ email, password, email_confirm: confirmed, user_metadata: { full_name: 'Vorher' } })
    if (error) throw error
    return data.user
  }
  const withPassword = (email: string) => bench.contract.guest().auth.signInWithPassword({ email, password })
  const row = async (email: string) =>
    (
      await bench.contract.backend.query<Record<string, unknown>>('select * from auth.users where email = $1', [email])
    )[0]

  /** A member with a session who links one more identity. */
  async function member(email = bench.newAddress()) {
    const user = await account(email)
    const client = bench.client()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { user, email, client }
  }
  async function link(
    client: ReturnType<OAuthBench['client']>,
    name: 'google' | 'apple',
    email: string,
    verified = true,
  ) {
    const { data, error } = await client.auth.linkIdentity({
      provider: name,
      options: { skipBrowserRedirect: true, redirectTo: `${bench.contract.url}/account` },
    })
    if (error) throw error
    const visitor = browser(bench.contract)
    const landed = await visitor.deliver(await visitor.choose(data.url ?? '', { email, verified, name: 'Verbunden' }))
    const code = landed.searchParams.get('code')
    if (code) expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
    return landed
  }

  describe('by a verified address', () => {
    test('adds the provider to a confirmed account, whose password still works', async () => {
      const email = bench.newAddress()
      const before = await account(email)
      const after = await bench.signIn('google', { email, name: 'Nachher' })
      expect(after).toMatchObject({
        id: before.id,
        app_metadata: { provider: 'email', providers: ['email', 'google'] },
        user_metadata: { full_name: 'Nachher' },
      })
      expect(after.identities?.map(({ provider }) => provider)).toEqual(['email', 'google'])
      expect((await withPassword(email)).error).toBeNull()
    })

    test('links Google and Apple', async () => {
      const email = bench.newAddress()
      const google = await bench.signIn('google', { email })
      const apple = await bench.signIn('apple', { email })
      expect(apple).toMatchObject({
        id: google.id,
        app_metadata: { provider: 'google', providers: ['google', 'apple'] },
      })
    })

    test('takes over an unconfirmed account and drops everything set before', async () => {
      const email = bench.newAddress()
      const before = await account(email, false)
      await bench.contract.backend.query(
        `update auth.users set confirmation_token = 'abc', recovery_token = 'def' where id = $1`,
        [before.id],
      )
      const after = await bench.signIn('google', { email, name: 'Nachher' })
      expect(after).toMatchObject({
        id: before.id,
        app_metadata: { provider: 'google', providers: ['google'] },
        user_metadata: { full_name: 'Nachher', email_verified: true },
      })
      expect(after.identities?.map(({ provider }) => provider)).toEqual(['google'])
      expect((await withPassword(email)).error?.code).toBe('invalid_credentials')
      expect(await row(email)).toMatchObject({ encrypted_password: null, confirmation_token: '', recovery_token: '' })
    })

    test('finds the account with that address at another identity', async () => {
      const { user, client } = await member()
      const other = bench.newAddress()
      await link(client, 'google', other)
      expect((await bench.signIn('apple', { email: other })).id).toBe(user.id)
    })
  })

  describe('by an unverified address', () => {
    test('links no account and creates none', async () => {
      const email = bench.newAddress()
      const before = await account(email)
      const landed = await bench.land('google', { email, verified: false })
      expect(failureOf(landed)).toEqual({
        error: 'access_denied',
        code: 'provider_email_needs_verification',
        description: 'Unverified email with google. Verify the email with google in order to sign in',
      })
      expect((await row(email))?.id).toBe(before.id)
      expect((await withPassword(email)).data.user?.identities).toHaveLength(1)
    })

    test('creates an account that has to be confirmed by mail', async () => {
      const email = bench.newAddress()
      const landed = await bench.land('google', { email, verified: false })
      expect(failureOf(landed)).toEqual({
        error: 'access_denied',
        code: 'provider_email_needs_verification',
        description: 'Unverified email with google. A confirmation email has been sent to your google email',
      })
      const mail = bench.contract.backend.mailbox.list().find(({ to }) => to === email)
      const url = /http\S+\/verify\S+/.exec(mail?.text ?? '')?.[0] ?? ''
      expect((await row(email))?.email_confirmed_at).toBeNull()
      await bench.contract.fetch(new Request(url))
      expect((await bench.signIn('google', { email, verified: false })).email).toBe(email)
    })

    test('does not confirm it by another address of the same person', async () => {
      const [email, own] = [bench.newAddress(), bench.newAddress()]
      await bench.land('google', { email, verified: false, subject: `s-${email}` })
      const landed = await bench.land('google', { email: own, verified: true, subject: `s-${email}` })
      expect(failureOf(landed).code).toBe('provider_email_needs_verification')
      expect((await row(email))?.email_confirmed_at).toBeNull()
    })

    test('does not sign anybody else in to the account that linked it', async () => {
      const victim = bench.newAddress()
      const { user, client } = await member()
      await link(client, 'google', victim, false)
      const theirs = await bench.signIn('apple', { email: victim })
      expect(theirs.id).not.toBe(user.id)
      expect(theirs.email).toBe(victim)
    })
  })

  test('refuses a banned member', async () => {
    const email = bench.newAddress()
    const { id } = await bench.signIn('google', { email })
    await bench.contract.service().auth.admin.updateUserById(id, { ban_duration: '24h' })
    expect(failureOf(await bench.land('google', { email }))).toEqual({
      error: 'access_denied',
      code: 'user_banned',
      description: 'User is banned',
    })
    const joining = await bench.land('apple', { email })
    expect(failureOf(joining).code).toBe('user_banned')
    const identities = await bench.contract.backend.query('select from auth.identities where user_id = $1', [id])
    expect(identities).toHaveLength(1)
  })

  test('a provider without an address creates no account', async () => {
    const landed = await bench.land('google', { email: 'no address' })
    expect(failureOf(landed).description).toBe('Error getting user email from external provider')
  })

  describe('by a member', () => {
    test('links, lists and unlinks', async () => {
      const { user, email, client } = await member()
      const landed = await link(client, 'google', bench.newAddress())
      expect(landed.pathname).toBe('/account')
      const { data } = await client.auth.getUser()
      expect(data.user).toMatchObject({ id: user.id, email, app_metadata: { providers: ['email', 'google'] } })
      const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {}
      const google = identities.find(({ provider }) => provider === 'google')
      if (!google) throw new Error('no identity of Google')
      expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
      const after = (await client.auth.getUser()).data.user
      expect(after).toMatchObject({ email, app_metadata: { provider: 'email', providers: ['email'] } })
      expect((await client.auth.unlinkIdentity(google)).error?.code).toBe('single_identity_not_deletable')
    })

    test("links nothing for somebody who only got the flow's URL", async () => {
      const [attacker, victim] = [await member(), bench.newAddress()]
      const begun = await attacker.client.auth.linkIdentity({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      })
      const visitor = browser(bench.contract)
      const landed = await visitor.deliver(await visitor.choose(begun.data?.url ?? '', { email: victim }))
      const code = landed.searchParams.get('code') ?? ''
      expect(code).not.toBe('')
      // The victim's browser has no verifier, and the attacker never sees the code.
      const exchanged = await bench.client().auth.exchangeCodeForSession(code)
      expect(exchanged.error).not.toBeNull()
      const { data } = await attacker.client.auth.getUserIdentities()
      expect(data?.identities.map(({ provider }) => provider)).toEqual(['email'])
      const signedIn = await bench.signIn('google', { email: victim })
      expect([signedIn.id === attacker.user.id, signedIn.email]).toEqual([false, victim])
    })

    test('needs the PKCE flow', async () => {
      const { email } = await member()
      const client = oauthClient(bench.contract, 'implicit')
      await client.auth.signInWithPassword({ email, password })
      const { error } = await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
      expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
    })

    test('refuses an identity of another account', async () => {
      const [email, first, second] = [bench.newAddress(), await member(), await member()]
      await link(first.client, 'google', email)
      expect(failureOf(await link(first.client, 'google', email))).toMatchObject({
        code: 'identity_already_exists',
        description: 'Identity is already linked',
      })
      expect(failureOf(await link(second.client, 'google', email))).toMatchObject({
        code: 'identity_already_exists',
        description: 'Identity is already linked to another user',
      })
    })

    test("does not unlink another account's identity", async () => {
      const [mine, theirs] = [await member(), await member()]
      await link(mine.client, 'google', bench.newAddress())
      const [identity] = (await theirs.client.auth.getUserIdentities()).data?.identities ?? []
      if (!identity) throw new Error('no identity')
      expect((await mine.client.auth.unlinkIdentity(identity)).error?.code).toBe('identity_not_found')
      const broken = await mine.client.auth.unlinkIdentity({ ...identity, identity_id: 'x' })
      expect([broken.error?.status, broken.error?.code]).toEqual([404, 'validation_failed'])
    })

    test('moves the address to a verified identity only', async () => {
      const { email, client } = await member()
      const verified = bench.newAddress()
      await link(client, 'google', bench.newAddress(), false)
      const identityOf = async (name: string) => {
        const found = (await client.auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === name)
        if (!found) throw new Error(`no identity of ${name}`)
        return found
      }
      const refused = await client.auth.unlinkIdentity(await identityOf('email'))
      expect(refused.error?.code).toBe('email_conflict_identity_not_deletable')
      expect((await client.auth.getUser()).data.user?.email).toBe(email)
      await link(client, 'apple', verified)
      expect((await client.auth.unlinkIdentity(await identityOf('email'))).error).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe(verified)
    })

    test('refuses guests and unknown providers', async () => {
      const guest = await bench
        .client()
        .auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
      expect([guest.error?.status, guest.error?.code]).toEqual([403, 'bad_jwt'])
      const { client } = await member()
      const wrong = await client.auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } })
      expect([wrong.error?.status, wrong.error?.code]).toEqual([400, 'validation_failed'])
    })
  })
})
