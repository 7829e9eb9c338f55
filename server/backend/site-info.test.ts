import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { installationState } from '@hot/domain/contract/site'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupMarker } from '../jobs/last-backup.ts'
import { noteRehearsal } from '../jobs/rehearsal-record.ts'
import { buildInfo } from '../settings/build-info.ts'
import { readSettings } from '../settings/settings.ts'
import { type PublicConfigSource, publicConfig, readSiteState, siteStateRoute } from './site-info.ts'

const vapid = { publicKey: 'vapid-public', privateKey: 'vapid-private', subject: 'mailto:push@hot.example' }
const plain = readSettings({})
const elsewhere = { files: plain.files, signIn: plain.signIn, backup: plain.backup, messages: plain.messages }
const installation = (worker: boolean): PublicConfigSource => ({
  settings: {
    supabase: { url: 'https://x.supabase.co', publishableKey: 'key', secretKey: 'secret' },
    site: { SITE_NAME: 'HoT' },
    push: { vapid },
    monitoring: {},
    worker,
    appLinks: { iosAppIds: [], androidFingerprints: [], leastBuild: 3, newestBuild: 9 },
    ...elsewhere,
  },
  siteUrl: 'https://hot.example',
  link: { publishableKey: 'key' },
})
const shown = (worker: boolean) => JSON.parse(JSON.stringify(publicConfig(installation(worker)))) as object

test('browsers get all addresses and no secret', () => {
  expect(shown(true)).toEqual({
    supabaseUrl: 'https://x.supabase.co',
    publishableKey: 'key',
    siteUrl: 'https://hot.example',
    site: { SITE_NAME: 'HoT' },
    webPushKey: 'vapid-public',
    services: ['database', 'google', 'apple', 'webPush', 'mail'],
    apps: { version: buildInfo().version, leastVersion: '1.0.0', leastBuild: 3, newestBuild: 9 },
  })
})

test.each([
  ['https://hot.example', ['google'], ['google']],
  ['https://hot.example', [], []],
  ['https://hot.example', undefined, undefined],
  // A demo shows all ways to sign in.
  ['http://127.0.0.1:3000', [], undefined],
])('at %s with %j set up browsers offer %j', (siteUrl, providers, offered) => {
  const source = installation(true)
  expect(publicConfig({ ...source, siteUrl, link: { publishableKey: 'key', providers } }).providers).toEqual(offered)
})

test('HOT_SERVICE_WORKER=off: no worker and no push in browsers', () => {
  expect(shown(false)).toMatchObject({ worker: 'off' })
  expect(shown(false)).not.toHaveProperty('webPushKey')
})

let dataDir = ''
/** Backups are the operator's. */
const backup = { everyHours: 0, away: { bucketKeep: 7, hookMinutes: 60 }, rehearseDays: 0 }
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'house-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

test('the time of the last backup is that of the marker file', async () => {
  expect(await readSiteState({ dataDir, backup })).toEqual({
    build: buildInfo(),
    mails: false,
    backups: { by: 'operator', at: null },
  })
  const marker = path.join(dataDir, backupMarker)
  fs.writeFileSync(marker, '')
  fs.utimesSync(marker, new Date(), new Date('2026-11-01T03:00:00Z'))
  const state = installationState.parse(await readSiteState({ dataDir, backup, smtpUrl: 'smtp://mail.example' }))
  expect(state).toEqual({
    build: buildInfo(),
    mails: true,
    backups: { by: 'operator', at: '2026-11-01T03:00:00.000Z' },
  })
})

test('a server with a schedule says since when it counts the hours', async () => {
  const read = () => readSiteState({ dataDir, backup: { ...backup, everyHours: 24 } })
  const born = new Date(fs.statSync(dataDir).birthtimeMs).toISOString()
  expect((await read()).backups).toEqual({ by: 'server', at: null, since: born, everyHours: 24 })
  const marker = path.join(dataDir, backupMarker)
  fs.writeFileSync(marker, '')
  fs.utimesSync(marker, new Date(), new Date('2026-11-01T03:00:00Z'))
  const at = '2026-11-01T03:00:00.000Z'
  expect(installationState.parse(await read()).backups).toEqual({ by: 'server', at, since: at, everyHours: 24 })
})

test('a copy off this machine and a rehearsal are told where they are meant to be', async () => {
  const away = { ...backup.away, hook: '/usr/local/bin/after-backup' }
  const read = async () => {
    const { copy, rehearsal } = await readSiteState({ dataDir, backup: { ...backup, away, rehearseDays: 30 } })
    return { copy, rehearsal }
  }
  expect(await read()).toEqual({ copy: { at: null, isMissing: false }, rehearsal: null })
  const times = { 'backup-done': '2026-11-01T03:00:00.000Z', 'backup-copied': '2026-10-31T03:00:00.000Z' }
  for (const [name, at] of Object.entries(times)) {
    fs.writeFileSync(path.join(dataDir, name), '')
    fs.utimesSync(path.join(dataDir, name), new Date(), new Date(at))
  }
  const one = {
    at: '2026-11-02T03:50:09.000Z',
    seconds: 9,
    result: 'failed',
    problem: 'Die Datei ist beschädigt.',
  } as const
  await noteRehearsal(dataDir, one)
  const state = installationState.parse(await readSiteState({ dataDir, backup: { ...backup, away, rehearseDays: 30 } }))
  expect(state.copy).toEqual({ at: times['backup-copied'], isMissing: true })
  expect(state.rehearsal).toEqual({ ...one, lastGoodAt: null })
})

test('Supabase makes its own backups', async () => {
  const supabase = { url: 'https://x.example', publishableKey: 'k' }
  expect((await readSiteState({ dataDir, backup, supabase })).backups).toEqual({ by: 'supabase', at: null })
})

const route = (isStaff: unknown, status = 200) => {
  const asked: Request[] = []
  const answer = siteStateRoute({
    ask: async (request) => {
      asked.push(request)
      return Response.json(isStaff, { status })
    },
    backendUrl: 'http://in.process',
    publishableKey: 'key',
    read: async () => ({ build: buildInfo(), mails: true, backups: { by: 'supabase', at: null } }),
  })
  return { answer, asked }
}

test('staff get the answer, requested with their own token', async () => {
  const { answer, asked } = route(true)
  const response = await answer('Bearer mine')
  expect(response.status).toBe(200)
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer mine')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test.each([
  [false, 200],
  ['true', 200],
  [{ message: 'JWT expired' }, 401],
])('whoever is not staff by the database gets nothing (%j, %i)', async (said, status) => {
  const { answer } = route(said, status)
  expect((await answer('Bearer other')).status).toBe(403)
})

test.each([
  ['admins', true],
  ['moderators', false],
])('what is wrong with the installation is for admins: %s', async (_, isAdmin) => {
  const finding = {
    name: 'mail_missing',
    severity: 'error',
    finding: 'Keine Mails.',
    remedy: 'SMTP_URL setzen.',
  } as const
  const answer = siteStateRoute({
    ask: async ({ url }) => Response.json(isAdmin || url.endsWith('/is_moderator')),
    backendUrl: 'http://in.process',
    publishableKey: 'key',
    read: async () => ({ build: buildInfo(), mails: true, backups: { by: 'supabase', at: null } }),
    diagnose: async () => [finding],
  })
  const state = installationState.parse(await (await answer('Bearer mine')).json())
  expect(state.findings).toEqual(isAdmin ? [finding] : undefined)
})

test('guests are refused without a query', async () => {
  const { answer, asked } = route(true)
  expect((await answer(undefined)).status).toBe(403)
  expect(asked).toEqual([])
})
