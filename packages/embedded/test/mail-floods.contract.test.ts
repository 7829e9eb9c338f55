import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { composeBackend } from '@hot/embedded/compose-backend'
import { type Database, openDatabase } from '@hot/embedded/database/open-database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Contract, contractOf, LOOSE_RATES, MIGRATIONS, member, OPENS_A_DATABASE } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase } from './server-database.ts'

/** Many networks ask for mails; what somebody from elsewhere still gets of the installation's hour. */
const HOUR = 20
const SECONDS_OF_ONE = 3600 / HOUR
const SITE = 'http://127.0.0.1:4999'
let ours: Contract & { backend: Backend }
let database: Database
let remove: () => unknown = () => {}

beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const copy = await copyServerDatabase(server, MIGRATIONS)
    remove = copy.drop
    database = await openDatabase({ databaseUrl: copy.url }, () => {})
  } else {
    const dataDir = scratchDirectory()
    remove = () => fs.rmSync(dataDir, { recursive: true })
    await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
    database = await openDatabase({ dataDir }, () => {})
  }
}, OPENS_A_DATABASE.timeout)
afterAll(async () => {
  await database?.close()
  await remove()
})
/** A process of its own for each test, because a process remembers for a while whom it has refused. */
beforeEach(async () => {
  await sql('delete from embedded.limits')
  const rates = { ...LOOSE_RATES, mails: { times: HOUR, seconds: 3600 } }
  const options = { siteUrl: SITE, migrationsDir: MIGRATIONS, rates }
  ours = contractOf(await composeBackend({ ...database, close: async () => {} }, options, () => {}), SITE)
})
afterEach(() => ours.close())
const sql = async (statement: string) => (await database.engine.session((session) => session.query(statement))).rows

let serial = 0
const invented = () => `erfunden${serial++}@gmx.de`
const password = 'ein langes Passwort'

type Answer = { status: number; wait: number; message: string }
async function ask(path: string, body: object, remoteAddress: string): Promise<Answer> {
  const headers = { apikey: ours.publishableKey }
  const request = new Request(`${ours.url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await ours.backend.fetch(request, { remoteAddress })
  const { msg } = (await answer.json()) as { msg?: string }
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')), message: msg ?? '' }
}
const signUp = (from: string) => ask('/signup', { email: invented(), password }, from)
/** As a sign-up, but nothing is hashed. */
const signUpByMail = (from: string) => ask('/otp', { email: invented() }, from)

/** All at once; how many of them get a mail. */
async function flood(networks: readonly string[], by: (from: string) => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(networks.map(by))
  await ours.backend.idle()
  return answers.filter(({ status }) => status === 200).length
}
/** As if so much time had passed. */
const later = (seconds: number) =>
  sql(`update embedded.limits set full_at = full_at - make_interval(secs => ${seconds})`)

const inOneRange = Array.from({ length: 120 }, (_, n) => `203.0.${n % 40}.${n}`)
const ofOneProvider = Array.from({ length: 40 }, (_, n) => `2001:db8:${n.toString(16)}:1::1`)
const elsewhere = ['198.51.100.7', '192.0.2.9', '2a02:8108:1:1::1']

test('hundreds of networks in two ranges, again and again, stop nobody from elsewhere', {
  timeout: 240_000,
}, async () => {
  await flood([...inOneRange, ...ofOneProvider], signUpByMail)
  for (const person of elsewhere) expect((await signUp(person)).status).toBe(200)
  for (let round = 0; round < 2; round++) {
    await later(SECONDS_OF_ONE)
    await flood([...inOneRange.slice(0, 20), ...ofOneProvider.slice(0, 20)], signUpByMail)
    expect((await signUp(`100.${70 + round}.1.1`)).status).toBe(200)
  }
  await ours.backend.idle()
  // What was refilled in two rounds, and while the test ran.
  expect(ours.backend.mailbox.list().length).toBeLessThanOrEqual(HOUR + 2 + 1)
})

test('members flooded by requests for their own links still get theirs', { timeout: 240_000 }, async () => {
  const people: { email: string }[] = []
  for (let n = 0; n < 30; n++) people.push(await member(ours))
  const links = inOneRange.map((from, n) => [from, people[n % people.length]?.email ?? ''] as const)
  const sent = await Promise.all(links.map(([from, email]) => ask('/recover', { email }, from)))
  await ours.backend.idle()
  expect(sent.filter(({ status }) => status === 429).length).toBeGreaterThan(100)
  const { email } = await member(ours)
  expect((await ask('/recover', { email }, '198.51.100.7')).status).toBe(200)
  expect((await signUp('192.0.2.9')).status).toBe(200)
})

test('from ranges without number no more mails go out than the hour has, and who waits is told for how long', async () => {
  const spread = Array.from({ length: 60 }, (_, n) => `${11 + n}.${n}.1.1`)
  const before = ours.backend.mailbox.list().length
  const sent = await flood(spread, signUpByMail)
  expect(sent).toBe(HOUR - Math.floor(HOUR / 3))
  expect(ours.backend.mailbox.list().length - before).toBe(sent)
  const refused = await signUp('198.51.100.7')
  expect(refused).toMatchObject({ status: 429 })
  expect(refused.wait).toBeGreaterThan(0)
  expect(refused.wait).toBeLessThanOrEqual(SECONDS_OF_ONE)
  expect(refused.message).toBe(
    `email rate limit exceeded for the whole site, please retry after ${refused.wait} seconds`,
  )
  // Who was refused has used up nothing, and those who had theirs are behind whoever had none.
  await later(refused.wait)
  const served = []
  for (const from of spread) if (await isBehind(from)) served.push(from)
  expect(served).toHaveLength(sent)
  expect((await signUp('198.51.100.7')).status).toBe(200)
})

/** Whether a network is refused although there is one mail for those who had none. */
async function isBehind(from: string): Promise<boolean> {
  const { status } = await ask('/otp', { email: 'niemand@gmx.de', create_user: false }, from)
  await ours.backend.idle()
  return status === 429
}

test('mails to nobody take nothing of the hour', async () => {
  for (let n = 0; n < 2 * HOUR; n++)
    expect((await ask('/recover', { email: invented() }, `${11 + n}.1.1.1`)).status).toBe(200)
  await ours.backend.idle()
  expect(await sql(`select from embedded.limits where name = 'mails' and full_at > now()`)).toEqual([])
})
