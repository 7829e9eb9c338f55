import fs from 'node:fs'
import path from 'node:path'
import { newSecrets } from '@hot/embedded/keys/secrets'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { migrationsDir } from '../../supabase/tests/support/database.ts'
import { openEmbedded } from '../backend/embedded-backend.ts'
import { rotateKeysCommand } from './rotate-keys-command.ts'

let dataDir: string
let env: Record<string, string>
beforeEach(() => {
  dataDir = scratchDirectory()
  env = { HOT_DATA_DIR: dataDir }
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

test('activates a new key, explains the effect, and refuses unknown arguments', async () => {
  const file = path.join(dataDir, 'secrets.json')
  fs.writeFileSync(file, JSON.stringify(await newSecrets()))
  const secrets = () =>
    JSON.parse(fs.readFileSync(file, 'utf8')) as { signingKeys: object[]; secretKey: string; publishableKey: string }
  const before = secrets()
  expect(await rotateKeysCommand([], env)).toEqual([expect.stringContaining('Niemand wird abgemeldet')])
  expect(secrets()).toEqual({ ...before, signingKeys: [expect.anything(), expect.anything()] })
  expect((await rotateKeysCommand(['--revoke'], env)).join(' ')).toContain('alle abgemeldet')
  expect(secrets().signingKeys).toHaveLength(1)
  expect(secrets().secretKey).not.toBe(before.secretKey)
  expect(secrets().publishableKey).toBe(before.publishableKey)
  for (const wrong of [['--sofort'], ['--new-passwords'], ['--revoke', 'x']])
    await expect(rotateKeysCommand(wrong, env)).rejects.toThrow('So geht es')
})

const POST = '00000000-0000-4000-8000-00000000a001'
const REPORT = `select public.report_content(null, 'post', '${POST}', 'spam', null, true, 'Gerda', 'gerda@example.org')`

test('voids invite codes and the links of guests’ reports', { timeout: 240_000 }, async () => {
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  const open = () => openEmbedded({ dataDir, siteUrl: 'http://127.0.0.1:4998', jobs: false })
  const before = await open()
  await before.query(
    `insert into public.community_posts (id, title, type, status) values ('${POST}', 'Wer zieht ein?', 'discussion', 'approved')`,
  )
  await before.query(`insert into public.invites (code) values ('ABCDEFGH')`)
  await before.queryAs({ role: 'anon' }, REPORT)
  const [mail] = await before.query<{ data: { path: string } }>('select data from private.mail_outbox')
  const code = mail?.data.path.split('#')[1]
  const stateOf = async (backend: typeof before, call: string, argument: unknown) =>
    (await backend.queryAs<{ a: { state: string } }>({ role: 'anon' }, `select public.${call} as a`, [argument]))[0]?.a
      .state
  expect(await stateOf(before, 'check_invite($1)', 'ABCDEFGH')).toBe('valid')
  await before.close()

  const [line] = await rotateKeysCommand(['--revoke'], env)
  expect(line).toContain('Einladungscodes')

  const after = await open()
  expect(await stateOf(after, 'check_invite($1)', 'ABCDEFGH')).not.toBe('valid')
  expect(await stateOf(after, 'confirm_report($1)', code)).toBe('unknown')
  expect(await after.query('select 1 from private.mail_outbox')).toEqual([])
  // Nothing is lost with the link: the guest may report again.
  await after.queryAs({ role: 'anon' }, REPORT)
  expect(await after.query('select 1 from private.mail_outbox')).toHaveLength(1)
  await after.close()
})
