import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type PostAddress, postPath } from '@hot/domain/post/address'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyServerDatabase, type ServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { hasPgBouncer, startPgBouncer } from '../../tests/support/processes/pgbouncer.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

const { TEST_DATABASE_URL = '' } = process.env
const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')
type Pooler = Awaited<ReturnType<typeof startPgBouncer>>

describe
  .runIf(TEST_DATABASE_URL)
  .each([
    { way: 'directly', pooled: false },
    ...(hasPgBouncer ? [{ way: 'through PgBouncer in transaction mode', pooled: true }] : []),
  ])('two servers on one PostgreSQL, $way', ({ pooled }) => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-two-'))
  const processes = new Set<Started>()
  let database: ServerDatabase
  let pooler: Pooler | undefined
  let [a, b] = ['', '']

  async function start(): Promise<string> {
    const server = npmStart({
      DATABASE_URL: database.url,
      ...(pooler && { DATABASE_POOL_URL: pooler.url }),
      HOT_DATA_DIR: scratch,
      HOT_DEMO: '1',
    })
    processes.add(server)
    return server.url
  }

  beforeAll(async () => {
    await ensureBuild(() => {})
    database = await copyServerDatabase(TEST_DATABASE_URL, migrations)
    fs.chmodSync(scratch, 0o755)
    if (pooled) pooler = await startPgBouncer(database.url, await freePort(), path.join(scratch, 'pgbouncer'))
    ;[a, b] = await Promise.all([start(), start()])
  }, 300_000)
  afterAll(async () => {
    for (const server of processes) server.kill('SIGKILL')
    await Promise.all([...processes].map(({ ended }) => ended))
    await pooler?.stop()
    await database?.drop()
    fs.rmSync(scratch, { recursive: true, force: true })
  })

  it('what is removed at one of them is gone from the cached pages of the other within a second', async () => {
    const member = await memberRequests(a, scratch, 'mitglied@hot.example')
    const [post] = await member.select(a, 'community_posts?select=id,slug,created_at,type&status=eq.approved&limit=1')
    const id = randomUUID()
    await member.insert(a, 'comments', { id, post_id: post?.id, content: `Kommentar ${id}` })
    const address = b + postPath(post as PostAddress)
    const shows = async () => (await (await fetch(address)).text()).includes(`Kommentar ${id}`)
    await expect.poll(shows, { timeout: 90_000 }).toBe(true)
    await member.remove(a, `comments?id=eq.${id}`)
    const removed = performance.now()
    await expect.poll(shows, { interval: 10, timeout: 30_000 }).toBe(false)
    expect(performance.now() - removed).toBeLessThan(1_000)
  })

  it('what is written at one of them reaches the sockets of the other', async () => {
    const member = await memberRequests(a, scratch, 'mitglied@hot.example')
    const [post] = await member.select(a, 'community_posts?select=id&status=eq.approved&limit=1')
    const { publishableKey } = (await (await fetch(`${b}/config.json`)).json()) as { publishableKey: string }
    const client = createClient(b, publishableKey)
    const heard = new Set<unknown>()
    const joined = Promise.withResolvers<void>()
    client
      .channel('post')
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'comments', filter: `post_id=eq.${post?.id}` },
        ({ new: row }) => heard.add(row.id),
      )
      .subscribe((status) => status === 'SUBSCRIBED' && joined.resolve())
    await joined.promise
    const ids = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(ids.map((id) => member.insert(a, 'comments', { id, post_id: post?.id, content: `Nr. ${id}` })))
    await expect.poll(() => ids.filter((id) => !heard.has(id)), { timeout: 10_000 }).toEqual([])
    client.realtime.disconnect()
  })

  it.runIf(pooled)('requests go through the pooler: without it there is no answer', async () => {
    const data = `${a}/rest/v1/formats?select=id&limit=1`
    const headers = {
      apikey: ((await (await fetch(`${a}/config.json`)).json()) as { publishableKey: string }).publishableKey,
    }
    expect((await fetch(data, { headers })).status).toBe(200)
    await pooler?.stop()
    expect((await fetch(data, { headers })).status).toBe(503)
  })
})
