import fs from 'node:fs'
import path from 'node:path'
import { composeBackend } from '@hot/embedded/compose-backend'
import { type Database, openDatabase } from '@hot/embedded/database/open-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailServer, openMailServer } from './mail-server.ts'
import { contractOf, LOOSE_RATES, MIGRATIONS, OPENS_A_DATABASE } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase } from './server-database.ts'

/** Mails of accounts while the mail server is slow, away or refuses; on PGlite, or on PostgreSQL if configured. */
const SITE = 'http://127.0.0.1:4999'
const password = 'ein langes Passwort'
const address = () => `neu${Date.now()}${serial++}@gmx.de`
let serial = 0
let mails: MailServer
let database: Database
let remove: () => unknown
const log: string[] = []

beforeEach(async () => {
  mails = await openMailServer()
  log.length = 0
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const copy = await copyServerDatabase(server, MIGRATIONS)
    remove = copy.drop
    database = await openDatabase({ databaseUrl: copy.url }, () => {})
    return
  }
  const dataDir = scratchDirectory()
  remove = () => fs.rmSync(dataDir, { recursive: true })
  await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
  database = await openDatabase({ dataDir }, () => {})
}, OPENS_A_DATABASE.timeout)
afterEach(async () => {
  await database.close()
  await remove()
  await mails.close()
})

/** One of the processes that may share the database; closing it leaves the database open. */
async function open() {
  const options = { siteUrl: SITE, migrationsDir: MIGRATIONS, rates: LOOSE_RATES, smtpUrl: mails.url }
  const shared: Database = { ...database, close: async () => {} }
  const ours = contractOf(
    await composeBackend(shared, options, (line, level) => void log.push(`${level}: ${line}`)),
    SITE,
  )
  return { ...ours, ...ours.backend }
}

/** Lets time pass for what is queued. */
const wait = (interval: string) =>
  database.engine.session((session) =>
    session.query(
      `update embedded.account_mails set next_try_at = next_try_at - $1::interval,
         expires_at = expires_at - $1::interval, created_at = created_at - $1::interval`,
      [interval],
    ),
  )
const stored = async () =>
  JSON.stringify(
    (await database.engine.session((session) => session.query('select * from embedded.account_mails'))).rows,
  )

const signUp = ({ guest }: Awaited<ReturnType<typeof open>>, email: string) => guest().auth.signUp({ email, password })
const linkIn = (text: string) => /\/auth\/v1\/verify\?\S+/.exec(text.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0]

test('a mail server that never greets delays no answer and loses no mail', OPENS_A_DATABASE, async () => {
  mails.behave('silent')
  const ours = await open()
  const email = address()
  const { error, data } = await signUp(ours, email)
  expect([error, data.user?.email]).toEqual([null, email])
  expect(await ours.accountMails()).toMatchObject({ waiting: 1, failed: 0 })
  expect(log).toEqual([expect.stringMatching(/^warn: .* tried again \(try 1\): ETIMEDOUT 127\.0\.0\.1:\d+ \(.*\)$/)])

  mails.behave('well')
  await ours.sendAccountMails()
  expect(mails.received).toEqual([])
  await wait('11 seconds')
  await Promise.all([ours.sendAccountMails(), ours.sendAccountMails()])
  expect(mails.received.map(({ to }) => to)).toEqual([email])
  const link = linkIn(mails.received[0]?.text ?? '')
  expect((await ours.fetch(new Request(`${SITE}${link}`))).headers.get('location')).toContain('access_token')
  expect(await ours.accountMails()).toEqual({ waiting: 0, failed: 0, oldestSeconds: 0 })
  expect(await stored()).toBe('[]')
  await ours.close()
})

test('the process ends while a mail server is silent, and the next one sends the mail', OPENS_A_DATABASE, async () => {
  mails.behave('silent')
  const slow = mails.url.replace('greetingTimeout=300', 'greetingTimeout=600000')
  const ours = await open()
  const hanging = contractOf(
    await composeBackend(
      { ...database, close: async () => {} },
      { siteUrl: SITE, migrationsDir: MIGRATIONS, rates: LOOSE_RATES, smtpUrl: slow },
      () => {},
    ),
    SITE,
  )
  const email = address()
  const body = JSON.stringify({ email, password })
  const headers = { apikey: hanging.publishableKey }
  const asked = new Request(`${SITE}/auth/v1/signup`, { method: 'POST', headers, body })
  expect((await hanging.backend.fetch(asked)).status).toBe(200)
  await hanging.close()
  mails.behave('well')
  await wait('11 seconds')
  await ours.sendAccountMails()
  expect(mails.received.map(({ to }) => to)).toEqual([email])
  await ours.close()
})

test('a mail that is refused for now is tried again, one refused for good is given up', OPENS_A_DATABASE, async () => {
  const ours = await open()
  const [later, never] = [address(), address()]
  mails.behave('451 4.7.1 greylisted')
  await signUp(ours, later)
  mails.behave('550 5.1.1 no such user')
  await signUp(ours, never)
  expect(await ours.accountMails()).toMatchObject({ waiting: 1, failed: 1 })
  expect(await stored()).not.toContain(never)

  mails.behave('well')
  await wait('30 minutes')
  await ours.sendAccountMails()
  expect(mails.received.map(({ to }) => to)).toEqual([later])
  expect(mails.asked).toEqual([later, never, later])
  expect(await ours.accountMails()).toMatchObject({ waiting: 0, failed: 1 })
  expect(log.join('\n')).not.toMatch(/@|token|no such user/)
  expect(log.at(-1)).toBe('error: A mail of an account did not arrive: EENVELOPE 550')
  await ours.close()
})

test('a code that has expired is not sent, and nothing of it is kept', OPENS_A_DATABASE, async () => {
  const ours = await open()
  const email = address()
  await ours.service().auth.admin.createUser({ email, password, email_confirm: true })
  mails.behave('silent')
  await ours.guest().auth.resetPasswordForEmail(email)
  expect(await stored()).toContain(email)
  mails.behave('well')
  await wait('16 minutes')
  await ours.sendAccountMails()
  expect(mails.received).toEqual([])
  expect(await ours.accountMails()).toMatchObject({ waiting: 0, failed: 1 })
  expect(await stored()).toMatch(/"mail":null/)
  expect(await stored()).not.toMatch(/@|verify/)
  await ours.close()
})

test(
  'of several mails with one secret only the newest leaves, and a deleted account gets none',
  OPENS_A_DATABASE,
  async () => {
    const ours = await open()
    mails.behave('silent')
    const [email, gone] = [address(), address()]
    await signUp(ours, email)
    await signUp(ours, email)
    const { data } = await signUp(ours, gone)
    await ours.service().auth.admin.deleteUser(data.user?.id ?? '')
    mails.behave('well')
    await wait('11 seconds')
    await ours.sendAccountMails()
    expect(mails.received.map(({ to }) => to)).toEqual([email])
    await ours.close()
  },
)

test('two processes send each mail once', OPENS_A_DATABASE, async () => {
  const [one, other] = [await open(), await open()]
  mails.behave('silent')
  const all = Array.from({ length: 6 }, address)
  for (const email of all) await signUp(one, email)
  mails.behave('well')
  await wait('11 seconds')
  await Promise.all([one.sendAccountMails(), other.sendAccountMails()])
  expect(mails.received.map(({ to }) => to).toSorted()).toEqual(all.toSorted())
  expect(await one.accountMails()).toMatchObject({ waiting: 0, failed: 0 })
  await one.close()
  await other.close()
})
