import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyServerDatabase, type ServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { followingProxy } from '../../tests/support/processes/following-proxy.ts'
import { steadyLoad, wholePage } from '../../tests/support/processes/steady-load.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

const { TEST_DATABASE_URL = '' } = process.env
const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-rolling-'))
const processes = new Set<Started>()
let database: ServerDatabase | undefined

beforeAll(() => ensureBuild(() => {}), 300_000)
afterAll(async () => {
  for (const server of processes) server.kill('SIGKILL')
  await Promise.all([...processes].map(({ ended }) => ended))
  await database?.drop()
  fs.rmSync(scratch, { recursive: true, force: true })
})

async function start(databaseUrl: string): Promise<{ url: string; server: Started }> {
  const server = npmStart({
    DATABASE_URL: databaseUrl,
    HOT_DATA_DIR: scratch,
    HOT_DEMO: '1',
    HOT_DRAIN_SECONDS: '1',
  })
  processes.add(server)
  return { url: await server.url, server }
}

/** An open socket as in a browser's page; `closed` is its close code. */
async function openSocket(url: string): Promise<{ closed: Promise<number> }> {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`)
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return { closed }
}

it.skipIf(!TEST_DATABASE_URL)('restarting two processes in turn fails no request and loses no write', async () => {
  database = await copyServerDatabase(TEST_DATABASE_URL, migrations)
  const { url: databaseUrl } = database
  const before = [await start(databaseUrl), await start(databaseUrl)]
  const proxy = await followingProxy(before.map(({ url }) => url))
  const member = await memberRequests(proxy.url, scratch, 'mitglied@hot.example')
  const [post] = await member.select(proxy.url, 'community_posts?select=id&status=eq.approved&limit=1')
  const stars = (await member.select(proxy.url, 'stars?select=id&order=id&limit=40')).map(({ id }) => String(id))

  const comments: string[] = []
  const votes = new Map<string, number>()
  const comment = async () => {
    if (comments.length >= 80) return // the quota allows a hundred in five minutes
    const id = randomUUID()
    await member.insert(proxy.url, 'comments', { id, post_id: post?.id, content: `Kommentar ${id}` })
    comments.push(id)
    await pause(100)
  }
  let turn = 0
  const vote = async () => {
    const star = stars[turn++ % stars.length] ?? ''
    const value = 1 + (turn % 5)
    await member.upsert(proxy.url, 'demand_votes', { star_id: star, user_id: member.id, value })
    votes.set(star, value)
  }
  const pages = ['/', '/stars', '/trashtalk'].map((path) => () => wholePage(proxy.url + path))
  const { failures, answered, stop } = steadyLoad([comment, vote, ...pages])

  for (const { url, server } of before) {
    const socket = await openSocket(url)
    const soFar = answered()
    server.kill('SIGTERM')
    expect(await server.ended, server.output()).toBe(0)
    expect(await socket.closed).toBe(1001)
    expect(answered() - soFar).toBeGreaterThan(5)
    const next = await start(databaseUrl)
    proxy.replace(url, next.url)
    await expect.poll(proxy.fit, { interval: 20, timeout: 30_000 }).toContain(next.url)
  }
  await stop()
  expect(failures).toEqual([])
  const stored = new Set((await member.select(proxy.url, 'comments?select=id&order=id')).map(({ id }) => id))
  expect(comments.filter((id) => !stored.has(id))).toEqual([])
  const rows = await member.select(proxy.url, `demand_votes?select=star_id,value&user_id=eq.${member.id}`)
  const values = new Map(rows.map(({ star_id, value }) => [star_id, value]))
  expect([...votes].filter(([star, value]) => values.get(star) !== value)).toEqual([])
  await proxy.close()
})
