import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readKept, writeKept } from './suites.ts'

const root = path.resolve(import.meta.dirname, '../..')
let checkout: string
let kept: string

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

const jwt = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), 'forged'].map((part) => Buffer.from(part).toString('base64url')).join('.')
const [anon, service] = ['anon', 'service_role'].map((role) => jwt({ iss: 'supabase-demo', role, exp: 1983812996 }))

const schema = `
create table public.todos (id bigint generated always as identity primary key, task text not null, user_id uuid default auth.uid());
grant select, insert, update, delete on public.todos to anon, authenticated, service_role;
alter table public.todos enable row level security;
create policy guests on public.todos for select to anon using (user_id is null);
create policy own on public.todos to authenticated using (user_id = (select auth.uid()));
alter publication supabase_realtime add table public.todos;
create extension postgis;
`

/** As the suites of the clients are: a fixed address, the keys of the demo, accounts that need no mail. */
const suite = (url: string) => `
import { createClient } from '@supabase/supabase-js'
const make = (key) => createClient('${url}', key, { auth: { persistSession: false } })
test('a guest sees what everybody sees', async () => {
  expect((await make('${anon}').from('todos').select('task')).data).toEqual([{ task: 'for all' }])
})
test('the service key passes row-level security', async () => {
  const { data, error } = await make('${service}').from('todos').insert({ task: 'hidden', user_id: crypto.randomUUID() }).select()
  expect(error).toBeNull()
  expect(data).toHaveLength(1)
})
test('whoever signs up is signed in, writes, and is told live', async () => {
  const client = make('${anon}')
  const { data, error } = await client.auth.signUp({ email: 'a@example.com', password: 'password123' })
  expect(error).toBeNull()
  expect(data.session.user.email).toBe('a@example.com')
  const heard = new Promise((resolve) => {
    client.channel('x').on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, resolve)
      .on('system', {}, ({ status }) => status === 'ok' && client.from('todos').insert({ task: 'mine' }).then())
      .subscribe()
  })
  expect((await heard).new.task).toBe('mine')
  await client.removeAllChannels()
}, 20_000)
test('a wrong password is refused by its code', async () => {
  const { error } = await make('${anon}').auth.signInWithPassword({ email: 'a@example.com', password: 'wrong' })
  expect(error.code).toBe('invalid_credentials')
})
test('a computed column of PostGIS', async () => {
  expect((await make('${anon}').from('shops').select('*')).error).toBeNull()
})
test.skip('what nobody runs', () => {})
`

beforeAll(async () => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-conformance-'))
  kept = path.join(checkout, 'kept')
  const folder = path.join(checkout, 'packages/core/supabase-js')
  const port = await freePort()
  fs.mkdirSync(path.join(folder, 'supabase/migrations'), { recursive: true })
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
  write('package.json', '{ "name": "stand-in", "type": "module" }')
  write('supabase/config.toml', `[api]\nport = ${port}\n[auth.email]\nenable_confirmations = false\n`)
  write('supabase/migrations/1_todos.sql', schema)
  write('supabase/seed.sql', "insert into public.todos (task, user_id) values ('for all', null);")
  write('vitest.config.ts', 'export default { test: { globals: true, include: ["*.test.ts"] } }')
  write('client.test.ts', suite(`http://127.0.0.1:${port}`))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => fs.rmSync(checkout, { recursive: true, force: true }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'conformance.ts'), checkout, '--kept', kept, ...args], {
    cwd: root,
    encoding: 'utf8',
  })

test('a suite is run against a backend of its own, compared with what is kept, and a change is told', () => {
  const first = run('--write')
  expect(first.stdout + first.stderr).toContain('supabase-js: 4 passed, 1 failed, 1 skipped')
  expect(first.status).toBe(0)
  const results = readKept(kept, 'supabase-js')
  expect(results?.failed).toEqual(['client.test.ts > a computed column of PostGIS'])
  expect(results?.leftOut).toEqual([expect.stringMatching(/^migrations\/1_todos\.sql, line 8: .*postgis/)])
  if (!results) return

  writeKept(kept, 'supabase-js', { ...results, passed: 5, failed: [], leftOut: [] })
  const second = run('--only', 'supabase-js')
  expect(second.stdout).toContain('fails now: client.test.ts > a computed column of PostGIS')
  expect(second.stdout).toContain('left out of the schema now: migrations/1_todos.sql, line 8')
  expect(second.status).toBe(1)
})

test('a suite that is not there, and a folder without any, are said', () => {
  expect(run('--only', 'storage-js').stderr).toContain('storage-js')
  const nothing = spawnSync(process.execPath, [path.join(import.meta.dirname, 'conformance.ts'), os.tmpdir()], {
    encoding: 'utf8',
  })
  expect(nothing.stderr).toContain('must be a checkout of supabase/supabase-js')
  expect(nothing.status).not.toBe(0)
})
