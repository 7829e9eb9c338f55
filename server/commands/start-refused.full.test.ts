import fs from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { npmStart } from '../../tests/support/server/npm-start.ts'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-refused-'))

beforeAll(() => ensureBuild(() => {}), 300_000)
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

/** The lines printed by a start that must fail, without those about progress (which end with `…`). */
async function refusal(env: Record<string, string>): Promise<string[]> {
  const server = npmStart(env)
  expect(await server.ended).toBe(1)
  return server
    .output()
    .split('\n')
    .filter((line) => line && !line.endsWith('…'))
}

it('a data directory below a missing one is not created', async () => {
  const missing = path.join(scratch, 'nicht/da')
  expect(await refusal({ HOT_DATA_DIR: missing })).toEqual([expect.stringContaining('HOT_DATA_DIR')])
  expect(fs.readdirSync(scratch)).toEqual([])
})

it('a file in place of the data directory is not changed', async () => {
  const file = path.join(scratch, 'datei')
  fs.writeFileSync(file, 'Notiz')
  expect(await refusal({ HOT_DATA_DIR: file })).toEqual([expect.stringContaining('ist kein Verzeichnis')])
  expect(fs.readFileSync(file, 'utf8')).toBe('Notiz')
})

it.each([
  ['missing', false],
  ['empty', true],
])('a data directory whose database is %s starts no new site', async (_what, hasFolder) => {
  const dir = fs.mkdtempSync(path.join(scratch, 'verloren-'))
  fs.writeFileSync(path.join(dir, 'secrets.json'), '{}')
  fs.writeFileSync(path.join(dir, 'owner.json'), '{"pid":1,"host":"weg"}')
  if (hasFolder) fs.mkdirSync(path.join(dir, 'pg'))
  const before = fs.readdirSync(dir, { recursive: true })
  expect(await refusal({ HOT_DATA_DIR: dir })).toEqual([expect.stringContaining('ihre Datenbank (pg/) fehlt')])
  expect(fs.readdirSync(dir, { recursive: true })).toEqual(before)
})

it.each(['mysql://hot@127.0.0.1/hot', 'quatsch'])('the malformed DATABASE_URL %s is refused', async (databaseUrl) => {
  expect(await refusal({ DATABASE_URL: databaseUrl })).toEqual([expect.stringContaining('DATABASE_URL')])
})

it.skipIf(!process.env.TEST_DATABASE_URL)('an unknown database is named', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = '/gibt_es_nicht'
  const lines = await refusal({ DATABASE_URL: url.href, HOT_DATA_DIR: path.join(scratch, 'data') })
  expect(lines).toEqual([expect.stringContaining('gibt_es_nicht')])
})

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a database that is not in UTF8 is named before anything is made in it',
  async () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    const admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    const name = `hot_ascii_${process.env.HOT_TEST_RUN ?? 'once'}`
    await admin.query(`create database ${name} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`)
    url.pathname = `/${name}`
    try {
      const lines = await refusal({ DATABASE_URL: url.href, HOT_DATA_DIR: path.join(scratch, 'ascii') })
      expect(lines).toEqual([expect.stringMatching(/SQL_ASCII, nötig ist UTF8\..*bootstrap\.sql/)])
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)

it('a bucket for pictures that cannot be reached is named before anything is made', async () => {
  const data = path.join(scratch, 'ohne-bilder')
  const s3 = { HOT_S3_ENDPOINT: 'http://127.0.0.1:1', HOT_S3_BUCKET: 'bilder', HOT_S3_KEY: 'k', HOT_S3_SECRET: 's' }
  const lines = await refusal({ ...s3, HOT_DATA_DIR: data })
  expect(lines).toEqual([expect.stringMatching(/S3-Speicher http:.* nicht zu erreichen .*\(HOT_S3_ENDPOINT\)\.$/)])
  expect(fs.existsSync(data)).toBe(false)
})

async function answering(listener: RequestListener, ask: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

it.each([
  [404, 'fehlen die Tabellen'],
  [500, 'Fehler 500'],
])('the server does not start with a SUPABASE_URL that answers %i', async (status, words) => {
  await answering(
    (_, response) => response.writeHead(status).end('{}'),
    async (url) => {
      const lines = await refusal({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' })
      expect(lines).toEqual([expect.stringContaining(words)])
    },
  )
})

it('the server gives up on a SUPABASE_URL that never answers', { timeout: 60_000 }, async () => {
  await answering(
    () => {},
    async (url) => {
      const lines = await refusal({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' })
      expect(lines).toEqual([expect.stringContaining('SUPABASE_URL')])
    },
  )
})
