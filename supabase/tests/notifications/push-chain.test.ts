import { generateKeyPairSync } from 'node:crypto'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databasePushQueue, drainPushes } from '../../../server/push/push-queue.ts'
import { apnsSender } from '../../../server/push/senders/apns.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Harness, harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { phone, withPhone } from './push-steps.ts'

const asked: { path: string | undefined; body: { aps: { alert: { body: string }; badge: number }; path: string } }[] =
  []
let status = 200

const apple = http2.createServer()
apple.on('stream', async (stream, headers) => {
  let body = ''
  for await (const chunk of stream) body += chunk
  asked.push({ path: headers[':path'], body: JSON.parse(body) })
  stream.respond({ ':status': status })
  stream.end()
})

let database: TestDatabase
const scene = (play: (t: Harness) => Promise<unknown>) =>
  database.engine.session(async (session) => {
    await session.exec('begin')
    await play(harnessOn(session, database.owner))
    await session.exec('commit')
  })
const asOwner = <T>(sql: string, params: unknown[] = []) =>
  transaction(database.engine, database.owner, async (session) => (await session.query(sql, params)).rows as T[])
/** One scheduled run of a server. */
const serverTurn = async () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const origin = `http://127.0.0.1:${(apple.address() as AddressInfo).port}`
  const sender = apnsSender(
    { key: key.toString(), keyId: 'K', teamId: 'T', topic: 'de.example.hot' },
    // Nothing listens there, so messages to the other service do not arrive.
    { origins: { production: origin, sandbox: 'http://127.0.0.1:9' } },
  )
  const queue = databasePushQueue({ query: asOwner })
  const sent = await drainPushes(queue, { send: { ios: sender.send }, close: sender.close }, () => {})
  sender.close()
  return sent
}
const comments = (text: string) =>
  scene(async (t) => {
    await t.as('other', `insert into public.comments (post_id, content) values ($1, $2)`, [w.discussion, text])
    await t.settled()
  })

beforeAll(async () => {
  await new Promise<void>((ready) => void apple.listen(0, '127.0.0.1', ready))
  database = await openTestDatabase()
  await scene(createWorld)
  await scene(withPhone)
})
afterAll(async () => {
  await new Promise<void>((done) => void apple.close(() => done()))
  await database.close()
})

test('with two servers a mention reaches the phone once, with text and exact target; a dead device is removed', async () => {
  await comments('Was meinst du, @tvnudel?')
  const turns = await Promise.all([serverTurn(), serverTurn()])
  expect(turns.toSorted()).toEqual([0, 1])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.path).toBe(`/3/device/${phone}`)
  expect(asked[0]?.body.aps).toMatchObject({
    alert: { body: 'couchkartoffel hat dich bei „Wer zieht dieses Jahr ein?“ erwähnt' },
    badge: 1,
  })
  expect(asked[0]?.body.path).toMatch(/^\/trashtalk\/\S+\?kommentar=[0-9a-f-]{36}#kommentar-[0-9a-f-]{36}$/)
  expect(await serverTurn()).toBe(0)

  status = 410
  await scene((t) =>
    t.owner(`select private.notify('${people.member}', 'warning', 'Verwarnung', 'Du wurdest verwarnt.')`),
  )
  expect(await serverTurn()).toBe(0)
  expect(asked).toHaveLength(2)
  await scene(async (t) => expect(await t.value('select count(*)::int from public.push_devices')).toBe(0))
})
