import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OAuthBench, openOAuth } from '../../packages/embedded/test/openid/open-oauth.ts'
import { installationOptions } from './embedded-backend.ts'

/** With HoT's own tables: what their triggers create for an account from a provider. */
let bench: OAuthBench
beforeAll(async () => {
  bench = await openOAuth(installationOptions)
})
afterAll(() => bench?.close())

type Profile = Record<'email' | 'full_name' | 'provider_type' | 'provider_subject', string> & { needs_invite: boolean }
const profileOf = async (id: string) =>
  (await bench.contract.backend.query<Profile>('select * from public.profiles where id = $1', [id]))[0]

test.each(['google', 'apple'] as const)(
  'fills the profile of an account of %s, off the list of mail domains',
  async (name) => {
    const email = bench.newAddress()
    const user = await bench.signIn(name, { email, name: 'Kim Muster' })
    expect(await profileOf(user.id)).toMatchObject({
      email,
      full_name: 'Kim Muster',
      provider_type: name,
      provider_subject: user.identities?.[0]?.id,
      needs_invite: false,
    })
    const own = bench.client()
    const refused = await own.auth.signUp({ email: bench.newAddress(), password: 'ein langes Passwort' })
    expect(refused.error).not.toBeNull()
  },
)

test('the profile contains nothing from whoever registered the unconfirmed account', async () => {
  const email = `kim.${Date.now()}@web.de`
  const squatter = bench.client()
  const { data } = await squatter.auth.signUp({
    email,
    password: 'ein langes Passwort',
    options: { data: { full_name: 'Wer Anders' } },
  })
  expect(await profileOf(data.user?.id ?? '')).toMatchObject({ full_name: 'Wer Anders', provider_type: 'email' })
  const user = await bench.signIn('google', { email, name: 'Kim Muster' })
  expect(user.id).toBe(data.user?.id)
  expect(await profileOf(user.id)).toMatchObject({
    email,
    full_name: 'Kim Muster',
    provider_type: 'google',
    provider_subject: user.identities?.[0]?.id,
  })
})

test('in invite mode such an account is created, and needs a code before it may write', async () => {
  const { backend } = bench.contract
  await backend.query(`update public.app_settings set signup_mode = 'invite'`)
  try {
    const client = bench.client()
    const user = await bench.signIn('google', { email: bench.newAddress() }, client)
    expect(await profileOf(user.id)).toMatchObject({ needs_invite: true })
    const read = await client.from('profiles').select('id, needs_invite')
    expect(read.data).toEqual([{ id: user.id, needs_invite: true }])
    const [star] = await backend.query<{ id: string }>(
      `insert into public.stars (slug, first_name) values ('kim-probe', 'Kim') returning id`,
    )
    const write = () => client.from('star_fans').insert({ star_id: star?.id, user_id: user.id })
    expect((await write()).error?.code).toBe('42501')
    await backend.query('update public.profiles set needs_invite = false where id = $1', [user.id])
    // Nor before it has said to be old enough, which comes with the first nickname.
    expect((await write()).error?.code).toBe('42501')
    const name = (age?: number) => client.rpc('set_nickname', { p_nickname: 'Kim_Muster', p_age_text: age })
    expect((await name()).error?.hint).toBe('age_required')
    expect((await name(1)).error).toBeNull()
    expect((await write()).error).toBeNull()
  } finally {
    await backend.query(`update public.app_settings set signup_mode = 'open'`)
  }
})
