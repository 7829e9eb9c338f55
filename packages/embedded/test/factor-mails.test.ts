import type { Backend } from '@hot/embedded'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, openOurs } from './open-contract.ts'
import { authenticator } from './webauthn/authenticator.ts'
import { PAGES } from './webauthn/wire.ts'

/** The owner is mailed when a way of signing in is added or removed. */
let contract: Contract & { backend: Backend }
beforeAll(async () => {
  contract = await openOurs({ passkeys: { name: 'Test' } })
})
afterAll(() => contract?.close())

const ADDED = 'A way of signing in was added'
const REMOVED = 'A way of signing in was removed'
const subjectsTo = (email: string) =>
  contract.backend.mailbox
    .list()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)

test('a second factor is told of once it is verified, not each time it is used, and when it is removed', async () => {
  const { client, email } = await member(contract)
  const { mfa } = client.auth
  const begun = await mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
  const { id: factorId = '', totp } = begun.data ?? {}
  expect(subjectsTo(email)).toEqual([])
  const prove = (stepsAhead: number) => {
    const code = new TOTP({ secret: Secret.fromBase32(totp?.secret ?? '') }).generate({
      timestamp: Date.now() + stepsAhead * 30_000,
    })
    return mfa.challengeAndVerify({ factorId, code })
  }
  expect((await prove(0)).error).toBeNull()
  expect(subjectsTo(email)).toEqual([ADDED])
  expect((await prove(1)).error).toBeNull()
  expect(subjectsTo(email)).toEqual([ADDED])
  expect((await mfa.unenroll({ factorId })).error).toBeNull()
  expect(subjectsTo(email).toSorted()).toEqual([ADDED, REMOVED])
})

test('so is an unfinished one never, and a passkey when it is added and removed', async () => {
  const { client, email } = await member(contract)
  const begun = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
  await client.auth.mfa.unenroll({ factorId: begun.data?.id ?? '' })
  expect(subjectsTo(email)).toEqual([])
  const { data } = await client.auth.passkey.startRegistration()
  if (!data) throw new Error('no options')
  const credential = authenticator(PAGES).create(data.options)
  const made = await client.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
  expect(made.error).toBeNull()
  expect(subjectsTo(email)).toEqual([ADDED])
  expect((await client.auth.passkey.delete({ passkeyId: made.data?.id ?? '' })).error).toBeNull()
  expect(subjectsTo(email).toSorted()).toEqual([ADDED, REMOVED])
})
