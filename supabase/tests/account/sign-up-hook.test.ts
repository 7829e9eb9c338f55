import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, inviteCode, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type NewUser = { email?: string; provider?: string; code?: string; ip?: string }

/** As GoTrue calls it (Auth Hooks, "Before User Created Hook"): with its own role, in a separate transaction. */
async function ask(t: Harness, { email = 'neu@web.de', provider = 'email', code, ip = '203.0.113.7' }: NewUser) {
  await t.platform('set local role supabase_auth_admin')
  const { rows } = await t.platform('select private.before_user_created($1) as answer', [
    JSON.stringify({
      metadata: { uuid: w.fresh, name: 'before-user-created', ip_address: ip },
      user: { id: w.fresh, email, app_metadata: { provider }, user_metadata: code ? { invite_code: code } : {} },
    }),
  ])
  await t.platform('reset role')
  return rows[0]?.answer as { error?: { http_code: number; message: string } }
}
const refused = (http_code: number, message: string) => ({ error: { http_code, message } })
const suspicions = async (t: Harness) =>
  (
    await t.owner(
      `select user_id, metadata from public.analytics_events where event_type = 'suspicious_registration' order by created_at`,
    )
  ).rows
const inviteOnly = (t: Harness) => t.as('admin', `update public.app_settings set signup_mode = 'invite'`)

async function signUp(t: Harness, email: string, provider: string, sub: string, id: string = w.fresh) {
  await t.platform(
    'insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at) values ($1, $2, $3, $4, now())',
    [id, email, JSON.stringify({ provider }), JSON.stringify({ sub, provider_id: sub })],
  )
}

const addresses: [email: string, provider: string, allowed: boolean][] = [
  ['klara@web.de', 'email', true],
  ['Klara@GMAIL.com', 'email', true],
  ['klara+hot@gmail.com', 'email', true],
  ['klara@firma.de', 'email', false],
  ['klara@firma.de@gmail.com', 'email', false],
  ['"klara@web.de"@web.de', 'email', false],
  ['@web.de', 'email', false],
  ['klara@web.de.', 'email', false],
  ['klara@\u0433mail.com', 'email', false],
  ['klara @web.de', 'email', false],
  ['klara@firma.de', 'google', true],
  ['klara@privaterelay.example', 'apple', true],
]

test.each(addresses)(
  '%s by %s may sign up: %s, for the hook and for the trigger alike',
  async (email, provider, allowed) => {
    await harness(async (t) => {
      expect(await ask(t, { email, provider })).toEqual(allowed ? {} : refused(403, 'E-Mail nicht erlaubt'))
      const made = await t.undone(() =>
        signUp(t, email, provider, '4711').then(
          () => true,
          () => false,
        ),
      )
      expect(made).toBe(allowed)
    })()
  },
)

test(
  'a refused domain is recorded, without the address',
  harness(async (t) => {
    await ask(t, { email: 'geheim@firma.de' })
    expect(await suspicions(t)).toEqual([
      { user_id: null, metadata: { email_domain: 'firma.de', provider: 'email', reason: 'domain_refused' } },
    ])
  }),
)

test(
  'invite mode: without a valid code "Signup not allowed", and ten wrong codes end the guessing',
  harness(async (t) => {
    await inviteOnly(t)
    expect(await ask(t, {})).toEqual(refused(403, 'Signup not allowed'))
    expect(await ask(t, { code: inviteCode })).toEqual({})
    expect(await ask(t, { provider: 'google' })).toEqual({})
    for (let n = 20; n < 30; n++)
      expect(await ask(t, { code: `FALSCH${n}` })).toEqual(refused(403, 'Signup not allowed'))
    expect(await ask(t, { code: 'FALSCH99' })).toMatchObject({ error: { http_code: 429 } })
    // Another address may still try, and a valid code is accepted.
    expect(await ask(t, { code: 'FALSCH99', ip: '203.0.113.8' })).toMatchObject({ error: { http_code: 403 } })
    expect(await ask(t, { code: inviteCode })).toEqual({})
  }),
)

test(
  'a + tag and the third sign-up of one provider account in a day are recorded; the id of the provider is not',
  harness(async (t) => {
    await signUp(t, 'klara+hot@gmail.com', 'email', 'x')
    expect(await suspicions(t)).toEqual([
      { user_id: w.fresh, metadata: { email_domain: 'gmail.com', provider: 'email', reason: 'plus_tag' } },
    ])
    await t.platform(`delete from auth.users where id = '${w.fresh}'`)
    for (let n = 1; n <= 3; n++) {
      expect(await suspicions(t)).toEqual([])
      await signUp(t, 'immer@wieder.de', 'google', '4711')
      if (n < 3) await t.platform(`delete from auth.users where id = '${w.fresh}'`)
    }
    const [burst] = await suspicions(t)
    expect(burst?.metadata).toMatchObject({
      reason: 'provider_burst',
      provider: 'google',
      provider_hash: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    expect(JSON.stringify(burst)).not.toContain('4711')
    const { rows } = await t.owner(
      `select provider_type, provider_subject from public.profiles where id = '${w.fresh}'`,
    )
    expect(rows).toEqual([{ provider_type: 'google', provider_subject: '4711' }])
  }),
)

test(
  'nobody calls the hook through the API',
  harness(async (t) => {
    for (const person of ['guest', 'member', 'admin'] as const)
      expect((await t.attempt(person, `select private.before_user_created('{}')`)).error?.code).toBe('42501')
  }),
)
