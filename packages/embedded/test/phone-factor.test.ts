import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Backend } from '@hot/embedded'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member, openOurs } from './open-contract.ts'

/** An endpoint as Supabase's "Send SMS" hook calls it, which checks the signature of Standard Webhooks. */
const key = Buffer.from('ein Geheimnis, das niemand kennt')
const received: { phone: string; otp: string; signed: boolean }[] = []
let answer = 200
const endpoint = http.createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString()
    const { sms } = JSON.parse(body) as { sms: { phone: string; otp: string } }
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = request.headers
    const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
    received.push({ ...sms, signed: given === expected })
    response.writeHead(answer).end('{}')
  })
})

let contract: Contract & { backend: Backend }
beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const { port } = endpoint.address() as AddressInfo
  const smsHook = { url: `http://127.0.0.1:${port}/sms`, secret: `v1,whsec_${key.toString('base64')}` }
  contract = await openOurs({ smsHook })
})
afterAll(async () => {
  await contract?.close()
  endpoint.close()
})

const forget = (column: string, table: string, seconds: number) =>
  contract.backend.query(`update auth.${table} set ${column} = ${column} - make_interval(secs => $1)`, [seconds])

test('a phone is a second factor: its code is sent, works once, and expires soon', async () => {
  const { client } = await member(contract)
  const { mfa } = client.auth
  const enrolled = await mfa.enroll({ factorType: 'phone', phone: '+49 151 12345678', friendlyName: 'Handy' })
  expect(enrolled.data).toMatchObject({ type: 'phone', phone: '+49 151 12345678' })
  const factorId = enrolled.data?.id ?? ''
  const challenge = await mfa.challenge({ factorId, channel: 'sms' })
  expect(received.at(-1)).toMatchObject({ phone: '4915112345678', signed: true, otp: expect.stringMatching(/^\d{6}$/) })
  const soon = await mfa.challenge({ factorId, channel: 'sms' })
  expect([soon.error?.status, soon.error?.code]).toEqual([429, 'over_sms_send_rate_limit'])
  const code = received.at(-1)?.otp ?? ''
  const challengeId = challenge.data?.id ?? ''
  const wrong = await mfa.verify({ factorId, challengeId, code: code === '000000' ? '000001' : '000000' })
  expect([wrong.error?.code, wrong.error?.message]).toEqual([
    'mfa_verification_failed',
    'Invalid MFA Phone code entered',
  ])
  expect((await mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal2' })
  expect((await mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_ip_address_mismatch')

  await forget('last_challenged_at', 'mfa_factors', 61)
  const late = await mfa.challenge({ factorId, channel: 'sms' })
  await forget('created_at', 'mfa_challenges', 301)
  const expired = await mfa.verify({ factorId, challengeId: late.data?.id ?? '', code: received.at(-1)?.otp ?? '' })
  expect([expired.error?.status, expired.error?.code]).toEqual([422, 'mfa_challenge_expired'])
})

test('reports when the service refuses the message, and refuses invalid numbers', async () => {
  const { client } = await member(contract)
  const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4915187654321', friendlyName: 'Handy' })
  answer = 503
  const failed = await client.auth.mfa.challenge({ factorId: enrolled.data?.id ?? '', channel: 'sms' })
  answer = 200
  expect(failed.error?.status).toBe(500)
  const wrong = await client.auth.mfa.enroll({ factorType: 'phone', phone: 'Anschluss', friendlyName: 'Kein Handy' })
  expect([wrong.error?.status, wrong.error?.code]).toEqual([400, 'validation_failed'])
})

test('a code of an authenticator app works only once, even with another challenge', async () => {
  const { Secret, TOTP } = await import('otpauth')
  const { client } = await member(contract)
  const { mfa } = client.auth
  const enrolled = await mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled.data?.totp.secret ?? '') })
  const factorId = enrolled.data?.id ?? ''
  const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  // The next step is the newest that is accepted; using it also uses up the current one.
  const [seen, older] = [at(1), at(0)]
  expect((await mfa.challengeAndVerify({ factorId, code: seen })).error).toBeNull()
  expect((await mfa.challengeAndVerify({ factorId, code: seen })).error?.code).toBe('mfa_verification_failed')
  expect((await mfa.challengeAndVerify({ factorId, code: older })).error?.code).toBe('mfa_verification_failed')
})
