import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { examplePush } from '../../../tests/support/server/example-push.ts'
import { pushMessage } from '../push-message.ts'
import { fcmSender } from './fcm.ts'

type Asked = { path: string; authorization: string | undefined; body: string }
const asked: Asked[] = []
let answer: { status: number; body: object; retryAfter?: string }
let time = new Date('2026-11-22T02:00:00Z')

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = {
  project_id: 'hot-example',
  client_email: 'push@hot-example.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const device = { kind: 'android' as const, token: 'fcm-token:abc', p256dh: null, auth: null }
const message = pushMessage(examplePush({}, device))

/** A stand-in for Google's two endpoints, for tokens and for messages. */
const google = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body })
  const isToken = request.url === '/token'
  const tokens = asked.filter(({ path }) => path === '/token').length
  const given = isToken ? { status: 200, body: { access_token: `zugang-${tokens}`, expires_in: 3600 } } : answer
  response.writeHead(given.status, {
    'content-type': 'application/json',
    ...(!isToken && answer.retryAfter && { 'retry-after': answer.retryAfter }),
  })
  response.end(JSON.stringify(given.body))
})
const origin = () => `http://127.0.0.1:${(google.address() as AddressInfo).port}`
const open = () => fcmSender(account, { origin: origin(), tokenUrl: `${origin()}/token`, now: () => time })
const paths = () => asked.map(({ path }) => path)

beforeAll(() => new Promise<void>((ready) => void google.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise<void>((done) => void google.close(() => done())))
beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: { name: 'projects/hot-example/messages/1' } }
  time = new Date('2026-11-22T02:00:00Z')
})

test('a message for one phone that replaces the earlier one of its notification', async () => {
  expect(await open()(message, device)).toEqual({ kind: 'sent' })
  expect(paths()).toEqual(['/token', '/v1/projects/hot-example/messages:send'])
  expect(asked[1]?.authorization).toBe('Bearer zugang-1')
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
    message: {
      token: 'fcm-token:abc',
      notification: { title: 'HoT', body: message.body },
      data: { notification: message.id, type: 'comment_on_post', path: message.path },
      android: {
        collapse_key: message.id,
        priority: 'HIGH',
        ttl: '86400s',
        notification: { channel_id: 'hot', tag: message.id, notification_count: 4 },
      },
    },
  })
})

test('the account authenticates with a signed assertion once an hour, also for many messages at once', async () => {
  const send = open()
  await Promise.all([send(message, device), send(message, device)])
  time = new Date('2026-11-22T02:58:59Z')
  await send(message, device)
  expect(paths().filter((path) => path === '/token')).toHaveLength(1)
  time = new Date('2026-11-22T02:59:00Z')
  await send(message, device)
  expect(paths().filter((path) => path === '/token')).toHaveLength(2)
  const form = new URLSearchParams(asked[0]?.body)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', publicKey, { currentDate: time })
  expect(protectedHeader.alg).toBe('RS256')
  const iat = Date.parse('2026-11-22T02:00:00Z') / 1000
  const scope = 'https://www.googleapis.com/auth/firebase.messaging'
  expect(payload).toEqual({ iss: account.client_email, aud: `${origin()}/token`, scope, iat, exp: iat + 3600 })
})

const failure = (code: string) => ({ error: { code: 0, status: 'X', details: [{ '@type': 'fcm', errorCode: code }] } })

test.for([
  [404, failure('UNREGISTERED'), undefined, { kind: 'gone', problem: '404 UNREGISTERED' }],
  [429, failure('QUOTA_EXCEEDED'), '60', { kind: 'later', problem: '429 QUOTA_EXCEEDED', waitSeconds: 60 }],
  [503, failure('UNAVAILABLE'), undefined, { kind: 'later', problem: '503 UNAVAILABLE', waitSeconds: 0 }],
  [400, failure('INVALID_ARGUMENT'), undefined, { kind: 'refused', problem: '400 INVALID_ARGUMENT' }],
  [403, failure('SENDER_ID_MISMATCH'), undefined, { kind: 'refused', problem: '403 SENDER_ID_MISMATCH' }],
] as const)('%s', async ([status, body, retryAfter, outcome]) => {
  answer = { status, body, ...(retryAfter && { retryAfter }) }
  expect(await open()(message, device)).toEqual(outcome)
})

test('a refused access token is requested again with the next message', async () => {
  const send = open()
  answer = { status: 401, body: {} }
  expect(await send(message, device)).toEqual({ kind: 'later', problem: '401', waitSeconds: 0 })
  answer = { status: 200, body: {} }
  await send(message, device)
  expect(asked.at(-1)?.authorization).toBe('Bearer zugang-2')
})
