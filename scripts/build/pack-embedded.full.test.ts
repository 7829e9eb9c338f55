import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { packEmbedded } from './pack-embedded.ts'

const readme = fs.readFileSync('packages/embedded/README.md', 'utf8')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stranger-'))
let program: ChildProcess | undefined

/** The first block of a language, which is what a stranger copies. */
const example = (language: string) => new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\``, 'ms').exec(readme)?.[1] ?? ''

beforeAll(() => {
  const tarball = packEmbedded(folder)
  const [, line = ''] = /npm install \.\/\S+\.tgz ([^#\n]+)/.exec(example('sh')) ?? []
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  const npm = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...line.trim().split(' ')]
  execFileSync('npm', npm, { cwd: folder, stdio: 'pipe' })
})

afterAll(async () => {
  if (program?.exitCode === null) {
    program.kill('SIGKILL')
    await once(program, 'exit')
  }
  fs.rmSync(folder, { recursive: true })
})

test('the example of the README runs in an empty folder, from the packed package', async () => {
  const port = await freePort()
  fs.mkdirSync(path.join(folder, 'supabase/migrations'), { recursive: true })
  fs.writeFileSync(
    path.join(folder, 'supabase/migrations/20260101000000_notes.sql'),
    `create table public.notes (id int primary key, text text not null);
     grant select on public.notes to anon;
     insert into public.notes values (1, 'hello');`,
  )
  fs.writeFileSync(path.join(folder, 'server.mjs'), example('js').replaceAll('3000', String(port)))

  program = spawn(process.execPath, ['server.mjs'], { cwd: folder, env: { PATH: process.env.PATH } })
  const said: string[] = []
  program.stderr?.on('data', (data: Buffer) => said.push(data.toString()))
  let key = ''
  for await (const line of createInterface({ input: program.stdout as NodeJS.ReadableStream })) {
    said.push(line)
    key = /^http\S+ (sb_publishable_\S+)$/.exec(line)?.[1] ?? ''
    if (key) break
  }
  expect(key, said.join('\n')).not.toBe('')
  expect(said).toContain('Database migrated: 1 migration.')

  const ask = (route: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${route}`, { ...init, headers: { apikey: key, 'content-type': 'application/json' } })
  expect(await (await ask('/rest/v1/notes')).json()).toEqual([{ id: 1, text: 'hello' }])
  const account = JSON.stringify({ email: 'a@stranger.example', password: 'long enough, and unusual' })
  const signedUp = await ask('/auth/v1/signup', { method: 'POST', body: account })
  expect([signedUp.status, await signedUp.json()]).toEqual([
    200,
    expect.objectContaining({ email: 'a@stranger.example' }),
  ])
})

test('what is packed is JavaScript with types, and no test', () => {
  const at = path.join(folder, 'node_modules/@hot/embedded')
  const files = fs.readdirSync(at, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|^test/.test(file))).toEqual([])
  const { exports } = JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string; default: string }>
  }
  const missing = Object.values(exports)
    .flatMap(({ types, default: code }) => [types, code])
    .filter((pattern) => fs.globSync(pattern.replace('*', '**'), { cwd: at }).length === 0)
  expect(missing).toEqual([])
})
