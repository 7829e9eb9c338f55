import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { startS3 } from '../../packages/embedded/test/s3-server.ts'
import { copyServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { migrationsDir } from '../../supabase/tests/support/database.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

const { TEST_DATABASE_URL } = process.env
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function start(env: Record<string, string>, dataDir: string): Promise<Started & { address: string }> {
  const server = npmStart({ HOT_DATA_DIR: dataDir, ...env })
  cleanups.push(async () => {
    server.kill('SIGKILL')
    await server.ended
  })
  return { ...server, address: await server.url }
}

function directory(): string {
  const scratch = scratchDirectory()
  cleanups.push(() => fs.rmSync(scratch, { recursive: true, force: true }))
  return scratch
}

async function publicKey(address: string): Promise<string> {
  const { publishableKey } = (await (await fetch(`${address}/config.json`)).json()) as { publishableKey: string }
  return publishableKey
}

/** A page that no cache has, so that the database is asked for it. */
const visit = async (address: string) => (await fetch(`${address}/stars?q=${randomUUID()}`)).status

/** Visits for as long as somebody else's request takes, and once more after its answer. */
async function visitsBeside(address: string, other: Promise<unknown>): Promise<number[]> {
  const seen: number[] = []
  let isOver = false
  const end = other.finally(() => {
    isOver = true
  })
  while (!isOver) {
    seen.push(await visit(address))
    await new Promise((pause) => setTimeout(pause, 500))
  }
  await end
  return [...seen, await visit(address)]
}

test.runIf(TEST_DATABASE_URL)(
  'a sign-in that waits for a lock is told so, and closes no page to others',
  { timeout: 240_000 },
  async () => {
    const database = await copyServerDatabase(TEST_DATABASE_URL ?? '', migrationsDir)
    cleanups.push(() => database.drop())
    const server = await start({ DATABASE_URL: database.url }, directory())
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    cleanups.push(() => holder.end())
    await holder.query('begin; lock table auth.users in access exclusive mode')

    const apikey = await publicKey(server.address)
    const signIn = fetch(`${server.address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'wer@hot.example', password: 'ein langes Passwort' }),
    })
    expect(new Set(await visitsBeside(server.address, signIn))).toEqual(new Set([200]))
    const answer = await signIn
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      503,
      expect.stringContaining('request_timeout'),
    ])
    expect(server.output()).not.toContain('nicht erreichbar')
  },
)

test('a bucket that is silent costs pictures, and no page, whoever asks for them', { timeout: 240_000 }, async () => {
  const bucket = await startS3()
  cleanups.push(() => bucket.close())
  const dataDir = directory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  const { endpoint, bucket: name, region, key, secret } = bucket.options
  const server = await start(
    {
      HOT_S3_ENDPOINT: endpoint,
      HOT_S3_BUCKET: name,
      HOT_S3_REGION: region,
      HOT_S3_KEY: key,
      HOT_S3_SECRET: secret,
    },
    dataDir,
  )
  const secrets = fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')
  const { secretKey } = JSON.parse(secrets) as { secretKey: string }
  const send = async (target: string, body: BodyInit, type: string) => {
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': type }
    const sent = await fetch(server.address + target, { method: 'POST', headers, body })
    expect(sent.ok, `${target}: ${await sent.clone().text()}`).toBe(true)
  }
  const place = `pictures/stars/${randomUUID()}.webp`
  const portrait = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
    .webp()
    .toBuffer()
  await send(`/storage/v1/object/${place}`, new Uint8Array(portrait), 'image/webp')
  const avatar_url = `/storage/v1/object/public/${place}`
  await send('/rest/v1/stars', JSON.stringify({ slug: 'mandy', first_name: 'Mandy', avatar_url }), 'application/json')

  bucket.fail('silent')
  const file = fetch(server.address + avatar_url)
  // The server's own look at the file, which any guest can bring about.
  const shared = fetch(`${server.address}/og/star/mandy.png`)
  expect(new Set(await visitsBeside(server.address, Promise.all([file, shared])))).toEqual(new Set([200]))
  expect([(await file).status, (await shared).status]).toEqual([503, 503])
  expect(server.output()).not.toContain('Datenbank ist nicht erreichbar')
})
