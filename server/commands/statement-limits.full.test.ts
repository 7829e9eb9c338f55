import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { openPglite } from '@hot/embedded/database/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'
import { installationOptions } from '../backend/embedded-backend.ts'

/** For this test only, callable by guests: functions that write and read a word, and one with an endless statement. */
const FUNCTIONS = `
  create table public.written (word text primary key);
  grant select, insert on public.written to anon;
  create function public.keep_word(word text) returns void language sql set search_path = '' as $$
    insert into public.written values (word) $$;
  create function public.kept_words() returns text[] language sql stable set search_path = '' as $$
    select array_agg(w.word) from public.written w $$;
  grant execute on function public.keep_word(text), public.kept_words() to anon;
  create function public.hang() returns jsonb language sql stable set search_path = '' as $$
    select to_jsonb(count(*)) from generate_series(1, 1000000000000) $$;
  grant execute on function public.hang() to anon;`

const dataDir = scratchDirectory()
let server: Started
let url: string
let apikey: string

beforeAll(async () => {
  await ensureBuild(() => {})
  await copyPreparedDatabase(path.join(dataDir, 'pg'), installationOptions.migrationsDir)
  const engine = await openPglite(path.join(dataDir, 'pg'))
  await engine.session((session) => session.exec(FUNCTIONS))
  await engine.close()
  server = npmStart({ HOT_DATA_DIR: dataDir })
  url = await server.url
  apikey = ((await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }).publishableKey
}, 300_000)
afterAll(async () => {
  server?.kill('SIGKILL')
  await server?.ended
  fs.rmSync(dataDir, { recursive: true, force: true })
})

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** Calls a function as a guest of another network than the last one, each of which is one of the loopback's addresses. */
function call(from: string, name: string, args?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { apikey, 'content-type': 'application/json' }
  const options = { method: args ? 'POST' : 'GET', localAddress: from, headers }
  const request = http.request(`${url}/rest/v1/rpc/${name}`, options, (response) => {
    text(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    )
  })
  request.on('error', reject)
  request.end(args && JSON.stringify(args))
  return promise
}

const [hanger, reader, lateHanger] = ['127.0.0.21', '127.0.0.22', '127.0.0.23'] as const

it('ends a guest’s statement; cached pages, files and /health do not wait for it, and nothing is lost', async () => {
  expect((await call(reader, 'keep_word', { word: 'behalten' })).status).toBe(204)
  expect((await fetch(`${url}/formate`)).status).toBe(200)

  let isHanging = true
  const hanging = call(hanger, 'hang').finally(() => {
    isHanging = false
  })
  for (const [address, status] of [
    ['/health', 200],
    ['/formate', 200],
    ['/robots.txt', 200],
    ['/config.json', 200],
  ] as const)
    expect([address, (await fetch(url + address)).status]).toEqual([address, status])
  expect(isHanging).toBe(true)

  const ended = await hanging
  expect([ended.status, ended.headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(ended.body)).toMatchObject({ code: '57014' })
  await expect.poll(async () => (await fetch(`${url}/stars?q=egal`)).status, { timeout: 60_000 }).toBe(200)
  expect(JSON.parse((await call(reader, 'kept_words')).body)).toEqual(['behalten'])
  // Who took the database away from others waits a minute.
  expect((await call(hanger, 'kept_words')).status).toBe(429)
  expect(server.output()).toMatch(/Eine Abfrage lief länger als 3 s und wurde beendet\. .* ist nach .* s wieder da/)
  expect(server.output()).not.toContain('nicht erreichbar')
})

it('stops on SIGTERM while a statement hangs', async () => {
  const hanging = call(lateHanger, 'hang').catch((error: unknown) => error)
  await new Promise(setImmediate)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await hanging
  const engine = await openPglite(path.join(dataDir, 'pg'))
  const { rows } = await engine.session((session) => session.query('select word from public.written'))
  await engine.close()
  expect(rows).toEqual([{ word: 'behalten' }])
})
