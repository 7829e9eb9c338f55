import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMails } from './account-mails.ts'
import { type Contract, openOurs } from './open-contract.ts'

/** Whoever signs up with somebody else's address must have no access once the owner confirms the account. */
let contract: Contract & { backend: Backend }
let serial = 0
const strangers = 'das Passwort von jemand anderem'
const own = 'ein langes Passwort'
const newAddress = () => `opfer${Date.now()}${serial++}@gmx.de`

beforeAll(async () => {
  contract = await openOurs()
})
afterAll(() => contract?.close())

const { linkIn } = accountMails(() => contract)
const admin = () => contract.service().auth.admin
const passwordWorks = async (email: string, password: string) =>
  (await contract.guest().auth.signInWithPassword({ email, password })).error === null

/** What a stranger can set: a password, a name, and an account at a provider that has not verified the address. */
async function prepared(): Promise<string> {
  const email = newAddress()
  const { error } = await contract
    .guest()
    .auth.signUp({ email, password: strangers, options: { data: { name: 'Evil' } } })
  expect(error).toBeNull()
  await contract.backend.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       select 'subject ' || id, id, jsonb_build_object('sub', 'subject', 'email', email), 'google', now(), now()
         from auth.users where email = $1`,
    [email],
  )
  return email
}

/** The token of the link in the mail to an address. */
const mailed = (email: string) => new URL(linkIn(email)).searchParams.get('token') ?? ''
const generated = async (link: Parameters<ReturnType<typeof admin>['generateLink']>[0]) =>
  (await admin().generateLink(link)).data.properties?.hashed_token ?? ''

type Way = {
  name: string
  type: 'signup' | 'recovery' | 'email' | 'invite' | 'magiclink'
  /** Requests a mail as the owner and returns the token of its link. */
  ask: (email: string) => Promise<string>
  password?: string
  /** The owner's password that does not work either. */
  lost?: string
  data?: Record<string, string>
}

const ways: Way[] = [
  {
    // Whose password it is nobody knows: the link leads in, and no password does.
    name: 'a sign-up of one’s own',
    type: 'signup',
    lost: own,
    data: { name: 'Kim' },
    ask: async (email) => {
      await contract.guest().auth.signUp({ email, password: own, options: { data: { name: 'Kim' } } })
      return mailed(email)
    },
  },
  {
    name: 'a link without a password',
    type: 'email',
    ask: async (email) => {
      await contract.guest().auth.signInWithOtp({ email })
      return mailed(email)
    },
  },
  {
    name: 'a forgotten password',
    type: 'recovery',
    ask: async (email) => {
      await contract.guest().auth.resetPasswordForEmail(email)
      return mailed(email)
    },
  },
  {
    name: 'an invitation',
    type: 'invite',
    data: { name: 'Gast' },
    ask: async (email) => {
      await admin().inviteUserByEmail(email, { data: { name: 'Gast' } })
      return mailed(email)
    },
  },
  {
    name: 'a sign-up link by the operator',
    type: 'signup',
    password: own,
    ask: (email) => generated({ type: 'signup', email, password: own }),
  },
  { name: 'a magic link by the operator', type: 'magiclink', ask: (email) => generated({ type: 'magiclink', email }) },
]

test.each(ways)('after $name nothing the stranger set is left', async ({ type, ask, password, lost, data }) => {
  const email = await prepared()
  const token_hash = await ask(email)
  const { data: signedIn, error } = await contract.guest().auth.verifyOtp({ token_hash, type })
  expect(error).toBeNull()
  expect(await passwordWorks(email, strangers)).toBe(false)
  if (password) expect(await passwordWorks(email, password)).toBe(true)
  if (lost) expect(await passwordWorks(email, lost)).toBe(false)
  expect(signedIn.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
  expect(signedIn.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
  const { name, email: address, email_verified } = signedIn.user?.user_metadata ?? {}
  expect([name, address, email_verified]).toEqual([data?.name, email, true])
})

const signUp = (email: string, password: string) => contract.guest().auth.signUp({ email, password })
const follow = async (email: string) =>
  (await contract.guest().auth.verifyOtp({ token_hash: mailed(email), type: 'signup' })).error
const anHourLater = (email: string) =>
  contract.backend.query(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '61 minutes' where email = $1`,
    [email],
  )

test('a stranger who signs up after the owner began has nothing either, when the owner follows the newer mail', async () => {
  const email = newAddress()
  await signUp(email, own)
  await signUp(email, strangers)
  expect(await follow(email)).toBeNull()
  expect([await passwordWorks(email, strangers), await passwordWorks(email, own)]).toEqual([false, false])
})

test('neither does signing up twice help the stranger, nor signing up after the owner asked for a link only', async () => {
  const twice = newAddress()
  await signUp(twice, own)
  for (const _ of [1, 2]) await signUp(twice, strangers)
  await follow(twice)
  const linked = newAddress()
  await contract.guest().auth.signInWithOtp({ email: linked })
  await signUp(linked, strangers)
  await follow(linked)
  expect([await passwordWorks(twice, strangers), await passwordWorks(linked, strangers)]).toEqual([false, false])
})

test('signing up again with the same password keeps it, and signing up after the last mail expired sets a new one', async () => {
  const again = newAddress()
  for (const _ of [1, 2]) await signUp(again, own)
  await follow(again)
  const late = newAddress()
  await signUp(late, strangers)
  await anHourLater(late)
  await signUp(late, own)
  await follow(late)
  expect([await passwordWorks(again, own), await passwordWorks(late, own)]).toEqual([true, true])
  expect(await passwordWorks(late, strangers)).toBe(false)
})

test('the link of the stranger’s mail does not work after that', async () => {
  const email = await prepared()
  const first = mailed(email)
  await contract.guest().auth.signUp({ email, password: own })
  const old = await contract.guest().auth.verifyOtp({ token_hash: first, type: 'signup' })
  expect(old.error?.code).toBe('otp_expired')
  await contract.guest().auth.verifyOtp({ token_hash: mailed(email), type: 'signup' })
  const again = await contract.guest().auth.verifyOtp({ token_hash: first, type: 'signup' })
  expect(again.error?.code).toBe('otp_expired')
})

test('requesting the mail again keeps the password and name of the sign-up', async () => {
  const email = newAddress()
  await contract.guest().auth.signUp({ email, password: own, options: { data: { name: 'Kim' } } })
  await contract.guest().auth.resend({ email, type: 'signup' })
  const { data } = await contract.guest().auth.verifyOtp({ token_hash: mailed(email), type: 'signup' })
  expect(data.user?.user_metadata).toMatchObject({ name: 'Kim' })
  expect(await passwordWorks(email, own)).toBe(true)
})

test('an account created by the operator has the operator’s password', async () => {
  const email = await prepared()
  await contract.backend.ensureAccount(email, own)
  expect([await passwordWorks(email, strangers), await passwordWorks(email, own)]).toEqual([false, true])
})
