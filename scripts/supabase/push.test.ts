import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { root } from '../node-program.js'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-supabase-cli-'))
const log = path.join(scratch, 'calls.jsonl')
const ref = 'abcdefghijklmnopqrst'
const operator = {
  SITE_URL: 'https://hot.example',
  SMTP_URL: 'smtp://hot:ge%40heim@mail.example:2525?from=Haus <hallo@hot.example>',
  HOT_GOOGLE_CLIENT_ID: 'google-id',
  HOT_GOOGLE_CLIENT_SECRET: 'google-geheim',
  HOT_APP_SCHEME: 'de.example.hot',
  HOT_EXTRA_MAIL_DOMAINS: 'hot.example',
}

/** Stands in for the official CLI: notes what it was asked, and what lies in the directory it was given. */
const standIn = `#!${process.execPath}
import fs from 'node:fs'
const args = process.argv.slice(2)
if (args[0] === '--version') { console.log(process.env.CLI_VERSION); process.exit() }
const dir = args[1] + '/supabase/'
const read = (file) => fs.existsSync(dir + file) ? fs.readFileSync(dir + file, 'utf8').length : 0
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({
  args: args.slice(2),
  config: fs.readFileSync(dir + 'config.toml', 'utf8'),
  migrations: fs.readdirSync(dir + 'migrations').length,
  mails: [read('templates/invite.html'), read('supabase/templates/invite.html')],
  password: process.env.HOT_PUSH_SMTP_PASSWORD, google: process.env.HOT_PUSH_GOOGLE_SECRET, dir,
}) + '\\n')
process.exit(args.includes(process.env.CLI_FAILS_AT) ? 1 : 0)
`
fs.writeFileSync(path.join(scratch, 'supabase'), standIn, { mode: 0o755 })
const nothing = path.join(scratch, 'empty')
fs.mkdirSync(nothing)

afterAll(() => fs.rmSync(scratch, { recursive: true }))
beforeEach(() => fs.writeFileSync(log, ''))

function push(args: string[], env: Record<string, string> = {}, folder = scratch) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/supabase/push.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: folder, CLI_VERSION: '2.120.1', ...operator, ...env },
  })
  return { status, stdout, stderr }
}
const calls = () =>
  fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('runs link, migrations, settings and jobs in this order, with the mails and the secrets of the operator', () => {
  const { status, stdout } = push([ref])
  expect(status).toBe(0)
  expect(stdout).toContain('auf dem Stand dieser Version')
  const asked = calls()
  expect(asked.map(({ args }) => args.slice(0, 2).join(' '))).toEqual([
    'link --project-ref',
    'db push',
    'config push',
    'db query',
  ])
  expect(asked[2].args).toEqual(['config', 'push', '--project-ref', ref, '--yes'])
  expect(asked[3].args.at(-1)).toContain("unnest(array['hot.example'])")
  const [first] = asked
  expect(first.migrations).toBe(fs.readdirSync(path.join(root, 'supabase/migrations')).length)
  expect(first.mails[0]).toBeGreaterThan(1000)
  expect(first.mails[1]).toBe(first.mails[0])
  expect([first.password, first.google]).toEqual(['ge@heim', 'google-geheim'])
  for (const line of [
    'site_url = "https://hot.example"',
    'additional_redirect_urls = [ "https://hot.example/auth/callback", "de.example.hot://oauth/callback" ]',
    'admin_email = "hallo@hot.example"',
    'sender_name = "Haus"',
    'port = 2525',
    'client_id = "google-id"',
    'rp_id = "hot.example"',
  ])
    expect(first.config).toContain(line)
  expect(first.config).not.toMatch(/geheim|ge@/)
  expect(fs.existsSync(first.dir)).toBe(false)
})

test('a step that fails ends it with the step named, and the directory goes', () => {
  const { status, stderr } = push([ref], { CLI_FAILS_AT: 'config' })
  expect(status).toBe(1)
  expect(stderr).toContain('»Einstellungen übertragen')
  expect(calls()).toHaveLength(3)
  expect(fs.existsSync(calls()[0].dir)).toBe(false)
})

test('--dry-run prints every step and the settings, needs no CLI and tells no secret', () => {
  const { status, stdout } = push([ref, '--dry-run'], {}, nothing)
  expect(status).toBe(0)
  for (const part of [
    `supabase link --project-ref ${ref}`,
    'supabase db push',
    'supabase config push',
    'pg_cron',
    'site_url',
  ])
    expect(stdout).toContain(part)
  expect(stdout).not.toMatch(/geheim|ge@/)
  expect(calls()).toEqual([])
})

test('says how to get the CLI, and refuses one that would leave out the mails', () => {
  const absent = push([ref], {}, nothing)
  expect([absent.status, absent.stderr]).toEqual([1, expect.stringContaining('npx supabase --version')])
  const old = push([ref], { CLI_VERSION: '2.98.2' })
  expect([old.status, old.stderr]).toEqual([1, expect.stringContaining('mindestens 2.113.0')])
  expect(calls()).toEqual([])
})

test.each([
  [[], {}, 'PROJEKT-ID'],
  [['https://x.supabase.co'], {}, 'PROJEKT-ID'],
  [[ref], { SITE_URL: '' }, 'SITE_URL fehlt'],
  [[ref], { SITE_URL: 'hot.example' }, 'SITE_URL muss'],
  [[ref], { SMTP_URL: '' }, 'nur an das Team des Projekts'],
  [[ref], { SMTP_URL: 'smtp://mail.example' }, 'Absender'],
  [[ref], { HOT_GOOGLE_CLIENT_SECRET: '' }, 'HOT_GOOGLE_CLIENT_SECRET'],
])('%j with %j is refused with a sentence', (args, env, words) => {
  const { status, stderr } = push(args, env)
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
  expect(calls()).toEqual([])
})
