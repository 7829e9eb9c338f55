import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyServerDatabase, type ServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { isInstalled, startProxy } from '../../tests/support/processes/real-proxy.ts'
import { steadyLoad, wholePage } from '../../tests/support/processes/steady-load.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

const { TEST_DATABASE_URL = '' } = process.env
const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-proxies-'))
const processes = new Set<Started>()
let database: ServerDatabase

async function start(port: number): Promise<Started> {
  const server = npmStart({
    DATABASE_URL: database.url,
    HOT_DATA_DIR: scratch,
    HOT_DEMO: '1',
    HOT_DRAIN_SECONDS: '2',
    TRUSTED_PROXIES: 'loopback',
    PORT: String(port),
  })
  processes.add(server)
  await server.url
  return server
}

/** The comments of a post as a page that is open all the time has them: read after each join, then by live updates. */
async function openPage(url: string, postId: unknown) {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string }
  const client = createClient(url, publishableKey, { realtime: { reconnectAfterMs: () => 100 } })
  const shown = new Set<string>()
  let joins = 0
  client
    .channel('post')
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'comments', filter: `post_id=eq.${postId}` },
      ({ new: row }) => shown.add(row.id),
    )
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      joins += 1
      void client
        .from('comments')
        .select('id')
        .eq('post_id', postId)
        .then(({ data }) => {
          for (const { id } of data ?? []) shown.add(id)
        })
    })
  await expect.poll(() => joins, { timeout: 20_000 }).toBe(1)
  return { shown, joins: () => joins, close: () => client.realtime.disconnect() }
}

const proxies = ['nginx', 'caddy'] as const

describe.runIf(TEST_DATABASE_URL && proxies.some(isInstalled))('two servers', () => {
  const servers: { port: number; server: Started }[] = []

  beforeAll(async () => {
    await ensureBuild(() => {})
    database = await copyServerDatabase(TEST_DATABASE_URL, migrations)
    for (const port of [await freePort(), await freePort()]) servers.push({ port, server: await start(port) })
  }, 300_000)
  afterAll(async () => {
    for (const server of processes) server.kill('SIGKILL')
    await Promise.all([...processes].map(({ ended }) => ended))
    await database?.drop()
    fs.rmSync(scratch, { recursive: true, force: true })
  })

  for (const name of proxies)
    it.runIf(isInstalled(name))(
      `restarted in turn behind ${name} as in deploy/ fail no request, lose no write, and open pages see everything`,
      async () => {
        const folder = path.join(scratch, name)
        fs.mkdirSync(folder)
        const urls = servers.map(({ port }) => `http://127.0.0.1:${port}`)
        const proxy = await startProxy(name, urls, await freePort(), folder)
        const member = await memberRequests(proxy.url, scratch, 'mitglied@hot.example')
        const [post] = await member.select(proxy.url, 'community_posts?select=id&status=eq.approved&limit=1')
        const opened = await openPage(proxy.url, post?.id)

        const comments: string[] = []
        const comment = async () => {
          if (comments.length >= 45) return // the quota of a member allows a hundred in five minutes
          const id = randomUUID()
          await member.insert(proxy.url, 'comments', { id, post_id: post?.id, content: `Kommentar ${id}` })
          comments.push(id)
          await pause(200)
        }
        const stars = (await member.select(proxy.url, 'stars?select=id&order=id&limit=20')).map(({ id }) => String(id))
        let turn = 0
        const vote = () =>
          member.upsert(proxy.url, 'demand_votes', {
            star_id: stars[turn++ % stars.length],
            user_id: member.id,
            value: 1 + (turn % 5),
          })
        const pages = ['/', '/stars', '/trashtalk', `/stars?q=${name}`].map((page) => () => wholePage(proxy.url + page))
        const load = steadyLoad([comment, vote, ...pages])

        for (const place of servers) {
          const soFar = load.answered()
          place.server.kill('SIGTERM')
          expect(await place.server.ended, place.server.output()).toBe(0)
          expect(load.answered() - soFar).toBeGreaterThan(5)
          place.server = await start(place.port)
          // Long enough for the proxy to use it again.
          await pause(3_000)
        }
        await load.stop()
        expect(load.failures).toEqual([])
        // It was on one of the two, which went.
        expect(opened.joins()).toBeGreaterThan(1)
        expect(comments.length).toBeGreaterThan(10)
        await expect.poll(() => comments.filter((id) => !opened.shown.has(id)), { timeout: 10_000 }).toEqual([])
        const stored = new Set((await member.select(proxy.url, 'comments?select=id&order=id')).map(({ id }) => id))
        expect(comments.filter((id) => !stored.has(id))).toEqual([])
        console.info(`${name}: ${load.answered()} requests, ${comments.length} comments, ${opened.joins()} joins`)
        opened.close()
        await proxy.stop()
      },
    )
})
