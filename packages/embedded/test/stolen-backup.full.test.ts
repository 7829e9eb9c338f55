import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import { backUp } from '@hot/embedded/backup/back-up'
import { restore } from '@hot/embedded/backup/restore'
import { openDatabase } from '@hot/embedded/database/open-database'
import { type Revoked, revokeEverything } from '@hot/embedded/keys/rotate-keys'
import type { Secrets } from '@hot/embedded/keys/secrets'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Contract, MIGRATIONS, member, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { connect, openLine, type Watch } from './realtime-line.ts'
import { copyServerDatabase, emptyServerDatabase } from './server-database.ts'

type Ours = Contract & { backend: Backend }
type Place = { dataDir: string; databaseUrl?: string }

const server = process.env.TEST_DATABASE_URL
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

let scratch: string
let place: Place
beforeEach(async () => {
  scratch = scratchDirectory()
  cleanups.push(() => fs.rmSync(scratch, { recursive: true, force: true }))
  const dataDir = path.join(scratch, 'data')
  fs.mkdirSync(dataDir)
  if (!server) {
    await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
    place = { dataDir }
    return
  }
  const { url, drop } = await copyServerDatabase(server, MIGRATIONS)
  cleanups.push(drop)
  place = { dataDir, databaseUrl: url }
})

async function opened(): Promise<Ours> {
  const ours = await openOurs(place)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= ours.backend.close())
  cleanups.push(close)
  return { ...ours, close }
}

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** A signed-in member with a private file, one with an app as second factor, and one whose recovery mail is unopened. */
async function people(ours: Ours) {
  const owner = await member(ours)
  const file = `${owner.id}/geheim.png`
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const stored = await owner.client.storage.from('privat').upload(file, picture, { contentType: 'image/png' })
  if (stored.error) throw stored.error
  const link = (await owner.client.storage.from('privat').createSignedUrl(file, 86_400)).data?.signedUrl ?? ''
  const staff = await member(ours)
  const factor = await staff.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Handy' })
  const totp = factor.data?.totp.secret ?? ''
  await staff.client.auth.mfa.challengeAndVerify({ factorId: factor.data?.id ?? '', code: codeOf(totp) })
  const forgetful = await member(ours)
  await ours.guest().auth.resetPasswordForEmail(forgetful.email)
  await ours.backend.idle()
  return { owner, file, link, staff, forgetful }
}
type People = Awaited<ReturnType<typeof people>>

type Loot = {
  secrets: Secrets
  sessions: { id: string; user_id: string; token: string }[]
  apps: { user_id: string; secret: string }[]
  mails: { to: string; text: string }[]
}

/** Everything of use in a backup, read from its file alone. */
async function lootOf(file: string): Promise<Loot> {
  const dataDir = path.join(scratch, 'thief')
  const beside = server ? await emptyServerDatabase(server) : undefined
  if (beside) cleanups.push(beside.drop)
  const stolen = beside ? { dataDir, databaseUrl: beside.url } : { dataDir }
  await restore(stolen, file, { migrationsDir: MIGRATIONS })
  const { engine, close } = await openDatabase(stolen, () => {})
  const rows = async <T>(sql: string) => (await engine.session((session) => session.query(sql))).rows as T[]
  const secrets = server
    ? String((await rows<{ value: string }>('select value from embedded.secrets'))[0]?.value)
    : fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')
  const loot = {
    secrets: JSON.parse(secrets) as Secrets,
    sessions: await rows<Loot['sessions'][number]>(
      'select s.id::text, s.user_id::text, t.token from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id where not t.revoked',
    ),
    apps: await rows<Loot['apps'][number]>(
      `select user_id::text, secret from auth.mfa_factors where factor_type = 'totp'`,
    ),
    mails: JSON.parse(fs.readFileSync(path.join(dataDir, 'mailbox.json'), 'utf8')) as Loot['mails'],
  }
  await close()
  return loot
}

const clientWith = (ours: Contract, key: string, token?: string): SupabaseClient =>
  createClient(ours.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => ours.fetch(new Request(input, init)),
      ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    },
  })

/** A token that whoever has the signing key makes for a session he found. */
async function forged({ secrets, sessions }: Loot, userId: string): Promise<string> {
  const [key] = secrets.signingKeys
  const session = sessions.find(({ user_id }) => user_id === userId)
  const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', aal: 'aal2', session_id: session?.id }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: String(key?.jwk.kid), typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('30d')
    .sign((await importJWK(key?.jwk ?? {}, 'ES256')) as CryptoKey)
}

async function forgedLink({ secrets }: Loot, ours: Contract, file: string): Promise<string> {
  const token = await new SignJWT({ bucket: 'privat', sub: file, intent: 'download', url: `privat/${file}` })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('30d')
    .sign(new TextEncoder().encode(secrets.storageSecret))
  return `${ours.url}/storage/v1/object/sign/privat/${file}?token=${token}`
}

/** What somebody with a backup tries, and what opened. Mailed links open once, so each is tried once. */
async function attempts(ours: Contract, loot: Loot, { owner, file, link, staff, forgetful }: People) {
  const { publishableKey } = ours
  const key = clientWith(ours, loot.secrets.secretKey)
  const token = await forged(loot, owner.id)
  const mail = loot.mails.find(({ to }) => to === forgetful.email)?.text ?? ''
  const mailed = /token=([\w-]+)/.exec(mail)?.[1] ?? ''
  const mailedCode = /\d{6}/.exec(/this code: \d{6}/.exec(mail)?.[0] ?? '')?.[0] ?? ''
  const refresh = loot.sessions.find(({ user_id }) => user_id === owner.id)?.token ?? ''
  const isOpen = async (request: string | Promise<string>) =>
    (await ours.fetch(new Request(new URL(await request, ours.url)))).ok
  /** With the app's secret, and the password guessed from its hash. */
  const asStaff = async () => {
    const client = clientWith(ours, publishableKey)
    if ((await client.auth.signInWithPassword(staff)).error) return false
    const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? ''
    const secret = loot.apps.find(({ user_id }) => user_id === staff.id)?.secret ?? ''
    return !(await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) })).error
  }
  return {
    'the secret key, accounts': !(await key.auth.admin.listUsers()).error,
    'the secret key, rows': !(await key.from('books').select('id').limit(1)).error,
    'a stolen access token': !(await clientWith(ours, publishableKey).auth.getUser(owner.token)).error,
    'a stolen access token, rows': !(await clientWith(ours, publishableKey, owner.token).from('notes').select()).error,
    'a forged access token': !(await clientWith(ours, publishableKey).auth.getUser(token)).error,
    'a forged access token, rows': !(await clientWith(ours, publishableKey, token).from('notes').select()).error,
    'a link to a file': await isOpen(link),
    'a forged link to a file': await isOpen(forgedLink(loot, ours, file)),
    'a code from a mail': !(
      await clientWith(ours, publishableKey).auth.verifyOtp({
        email: forgetful.email,
        token: mailedCode,
        type: 'recovery',
      })
    ).error,
    'a link from a mail': !(
      await clientWith(ours, publishableKey).auth.verifyOtp({ token_hash: mailed, type: 'recovery' })
    ).error,
    'the secret of an app': await asStaff(),
    'a refresh token': !(await clientWith(ours, publishableKey).auth.refreshSession({ refresh_token: refresh })).error,
  }
}

const REFUSED = [
  'the secret key, accounts',
  'the secret key, rows',
  'a stolen access token',
  'a stolen access token, rows',
  'a forged access token',
  'a forged access token, rows',
  'a link to a file',
  'a forged link to a file',
  'a code from a mail',
  'a link from a mail',
  'the secret of an app',
  'a refresh token',
]
const openedOf = (result: Record<string, boolean>) => Object.keys(result).filter((name) => result[name])

async function stolen(ours: Ours) {
  const who = await people(ours)
  const file = path.join(scratch, 'backup.tar.gz')
  await backUp(place, { to: file, version: '1.0.0' })
  return { who, loot: await lootOf(file) }
}

/** Servers on PostgreSQL go on meanwhile; the embedded one is stopped and started again. */
async function revoked(ours: Ours, wishes: { newPasswords?: boolean } = {}): Promise<{ after: Ours; done: Revoked }> {
  if (server) return { after: ours, done: await revokeEverything({ ...place, ...wishes }) }
  await expect(revokeEverything(place)).rejects.toMatchObject({ code: 'data_dir_busy' })
  await ours.close()
  const done = await revokeEverything({ ...place, ...wishes })
  return { after: await opened(), done }
}

test('nothing in a backup opens anything once its keys are revoked', OPENS_A_DATABASE, async () => {
  const ours = await opened()
  const { who, loot } = await stolen(ours)
  const { after, done } = await revoked(ours)
  expect(done).toEqual({ sessions: 3, passwords: 1 })
  // A server that runs hears of it; `attempts` begins with what depends on that alone.
  await expect.poll(() => after.backend.secretKey === loot.secrets.secretKey, { timeout: 5_000 }).toBe(false)
  expect(openedOf(await attempts(after, loot, who))).toEqual([])

  const back = await after.guest().auth.signInWithPassword(who.owner)
  expect(back.error).toBeNull()
  const mine = clientWith(after, after.publishableKey, back.data.session?.access_token)
  expect((await mine.from('notes').select()).error).toBeNull()
  const link = (await mine.storage.from('privat').createSignedUrl(who.file, 60)).data?.signedUrl ?? ''
  expect((await after.fetch(new Request(link))).status).toBe(200)
  expect((await clientWith(after, after.backend.secretKey).auth.admin.listUsers()).error).toBeNull()
  await after.guest().auth.resetPasswordForEmail(who.staff.email)
  await after.backend.idle()
  const mail = after.backend.mailbox.list().find(({ to }) => to === who.staff.email)
  const again = after.guest()
  await again.auth.verifyOtp({ token_hash: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '', type: 'recovery' })
  expect((await again.auth.updateUser({ password: 'ein ganz neues Passwort' })).error).toBeNull()
})

test('before that all of it does: the attempts are sound', OPENS_A_DATABASE, async () => {
  const ours = await opened()
  const { who, loot } = await stolen(ours)
  // A mail's code and link are used up by one another.
  const all = openedOf(await attempts(ours, loot, who))
  expect([...all, 'a link from a mail'].sort()).toEqual([...REFUSED].sort())
})

test('with new passwords nobody signs in by an old one', OPENS_A_DATABASE, async () => {
  const ours = await opened()
  const { who } = await stolen(ours)
  const { after, done } = await revoked(ours, { newPasswords: true })
  expect(done).toEqual({ sessions: 3, passwords: 3 })
  for (const person of [who.owner, who.staff, who.forgetful])
    expect((await after.guest().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials')
})

test.runIf(server)('every running server follows, and hangs up on who uses the old key', OPENS_A_DATABASE, async () => {
  const [one, two] = [await opened(), await opened()]
  const line = await openLine(two)
  cleanups.push(line.close)
  const thief = await connect(line, { ...two, publishableKey: two.secretKey })
  const guest = await connect(line, two)
  const watch: Watch = { table: 'books' }
  const join = async (client: Awaited<ReturnType<typeof connect>>) => {
    const states: string[] = []
    client
      .channel('alles')
      .on('postgres_changes', { event: '*', schema: 'public', ...watch }, () => {})
      .subscribe((state) => states.push(state))
    await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe('SUBSCRIBED')
  }
  await join(thief)
  await join(guest)
  const old = one.backend.secretKey
  await revokeEverything(place)
  for (const ours of [one, two]) {
    await expect.poll(() => ours.backend.secretKey, { timeout: 5_000 }).not.toBe(old)
    expect((await clientWith(ours, old).from('books').select('id').limit(1)).error?.message).toBe('Invalid API key')
    expect((await clientWith(ours, ours.backend.secretKey).from('books').select('id')).error).toBeNull()
  }
  expect(one.backend.secretKey).toBe(two.backend.secretKey)
  await expect.poll(() => [thief.isConnected(), guest.isConnected()], { timeout: 5_000 }).toEqual([false, true])
  for (const client of [thief, guest]) await client.disconnect()
})
