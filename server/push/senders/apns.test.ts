import { generateKeyPairSync } from 'node:crypto'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { ApnsEnvironment } from '@hot/domain/notification/push'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { examplePush } from '../../../tests/support/server/example-push.ts'
import { pushMessage } from '../push-message.ts'
import { apnsSender } from './apns.ts'

type Asked = {
  environment: ApnsEnvironment
  headers: http2.IncomingHttpHeaders
  body: string
  session: http2.Http2Session | undefined
}
const asked: Asked[] = []
let answer: { status: number; reason?: string; retryAfter?: string } = { status: 200 }
let time = new Date('2026-11-22T02:00:00Z')

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const push = examplePush()
const message = pushMessage(push)

/** An HTTP/2 server that answers like Apple's. */
function standIn(environment: ApnsEnvironment) {
  const apple = http2.createServer()
  apple.on('stream', async (stream, headers) => {
    let body = ''
    for await (const chunk of stream) body += chunk
    asked.push({ environment, headers, body, session: stream.session })
    const { status, reason, retryAfter } = answer
    stream.respond({ ':status': status, ...(retryAfter && { 'retry-after': retryAfter }) })
    stream.end(reason ? JSON.stringify({ reason }) : undefined)
  })
  return apple
}
const apple = { production: standIn('production'), sandbox: standIn('sandbox') }
const originOf = (server: http2.Http2Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const open = () =>
  apnsSender(
    { key, keyId: 'ABC1234567', teamId: 'TEAM123456', topic: 'de.example.hot' },
    { origins: { production: originOf(apple.production), sandbox: originOf(apple.sandbox) }, now: () => time },
  )
let sender: ReturnType<typeof apnsSender>

beforeAll(async () => {
  for (const server of Object.values(apple))
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  for (const server of Object.values(apple)) await new Promise<void>((done) => void server.close(() => done()))
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 200 }
  time = new Date('2026-11-22T02:00:00Z')
  sender = open()
})
afterEach(() => sender.close())

const tokenOf = (i: number) => String(asked[i]?.headers.authorization).replace('bearer ', '')

test('an alert that replaces the earlier one of its notification, with badge and target', async () => {
  expect(await sender.send(message, push.device)).toEqual({ kind: 'sent' })
  expect(asked[0]?.headers).toMatchObject({
    ':method': 'POST',
    ':path': `/3/device/${push.device.token}`,
    'apns-topic': 'de.example.hot',
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-collapse-id': message.id,
    'apns-expiration': String(Date.parse('2026-11-23T02:00:00Z') / 1000),
  })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    aps: { alert: { title: 'HoT', body: message.body }, badge: 4, sound: 'default' },
    notification: message.id,
    type: 'comment_on_post',
    path: message.path,
  })
  expect(asked[0]?.body).not.toContain('geht nur uns')
})

test('the provider token is signed with the team’s key, used for 50 minutes over one connection, then renewed', async () => {
  await Promise.all([sender.send(message, push.device), sender.send(message, push.device)])
  time = new Date('2026-11-22T02:49:59Z')
  await sender.send(message, push.device)
  time = new Date('2026-11-22T02:50:00Z')
  await sender.send(message, push.device)
  const { payload, protectedHeader } = await jwtVerify(tokenOf(0), publicKey, { currentDate: time })
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'ABC1234567' })
  expect(payload).toEqual({ iss: 'TEAM123456', iat: Date.parse('2026-11-22T02:00:00Z') / 1000 })
  expect([tokenOf(1), tokenOf(2)]).toEqual([tokenOf(0), tokenOf(0)])
  expect((await jwtVerify(tokenOf(3), publicKey, { currentDate: time })).payload.iat).toBe(time.getTime() / 1000)
  expect(new Set(asked.map(({ session }) => session)).size).toBe(1)
})

test.for([
  [410, 'Unregistered', undefined, { kind: 'gone', problem: '410 Unregistered' }],
  [400, 'BadDeviceToken', undefined, { kind: 'gone', problem: '400 BadDeviceToken' }],
  [429, 'TooManyRequests', '120', { kind: 'later', problem: '429 TooManyRequests', waitSeconds: 120 }],
  [503, 'Shutdown', 'Sun, 22 Nov 2026 02:01:00 GMT', { kind: 'later', problem: '503 Shutdown', waitSeconds: 60 }],
  [403, 'InvalidProviderToken', undefined, { kind: 'later', problem: '403 InvalidProviderToken', waitSeconds: 0 }],
  // A topic of another app is a mistake of the operator and must not delete all devices.
  [400, 'DeviceTokenNotForTopic', undefined, { kind: 'refused', problem: '400 DeviceTokenNotForTopic' }],
  [413, 'PayloadTooLarge', undefined, { kind: 'refused', problem: '413 PayloadTooLarge' }],
] as const)('%s %s', async ([status, reason, retryAfter, outcome]) => {
  answer = { status, reason, ...(retryAfter && { retryAfter }) }
  expect(await sender.send(message, push.device)).toEqual(outcome)
})

test('an expired token is renewed; an unreachable server is a failure, and is reconnected', async () => {
  answer = { status: 403, reason: 'ExpiredProviderToken' }
  await sender.send(message, push.device)
  answer = { status: 200 }
  time = new Date('2026-11-22T02:00:01Z')
  await sender.send(message, push.device)
  expect(tokenOf(1)).not.toBe(tokenOf(0))
  asked[1]?.session?.destroy()
  await new Promise((next) => setTimeout(next, 50))
  expect(await sender.send(message, push.device)).toEqual({ kind: 'sent' })
  const away = 'http://127.0.0.1:9'
  const nowhere = apnsSender(
    { key, keyId: 'A', teamId: 'B', topic: 'c' },
    { origins: { production: away, sandbox: away } },
  )
  await expect(nowhere.send(message, push.device)).rejects.toThrow()
})

test('each token is sent to its own service over a separate connection, production by default', async () => {
  const { environment: _, ...unsaid } = push.device
  for (const device of [{ ...unsaid, environment: 'sandbox' as const }, push.device, unsaid])
    expect(await sender.send(message, device)).toEqual({ kind: 'sent' })
  expect(asked.map(({ environment }) => environment)).toEqual(['sandbox', 'production', 'production'])
  expect(asked[1]?.session).toBe(asked[2]?.session)
  // The team's key is valid for both services, which differ only by host.
  expect(tokenOf(0)).toBe(tokenOf(1))
  expect(asked[0]?.headers).toMatchObject({ ':path': `/3/device/${push.device.token}`, 'apns-topic': 'de.example.hot' })
})

test('a token unknown to its service is given up, not tried at the other one', async () => {
  answer = { status: 400, reason: 'BadDeviceToken' }
  expect(await sender.send(message, { ...push.device, environment: 'sandbox' })).toMatchObject({ kind: 'gone' })
  expect(asked.map(({ environment }) => environment)).toEqual(['sandbox'])
})
