import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type PostAddress, postPath } from '@hot/domain/post/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyServerDatabase, type ServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

const { TEST_DATABASE_URL = '' } = process.env
const migrations = path.resolve(import.meta.dirname, '../../supabase/migrations')
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-two-'))
const processes = new Set<Started>()
let database: ServerDatabase
let [a, b] = ['', '']

async function start(): Promise<string> {
  const server = npmStart({ DATABASE_URL: database.url, HOT_DATA_DIR: scratch, HOT_DEMO: '1' })
  processes.add(server)
  return server.url
}

describe.runIf(TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  beforeAll(async () => {
    await ensureBuild(() => {})
    database = await copyServerDatabase(TEST_DATABASE_URL, migrations)
    a = await start()
    b = await start()
  }, 300_000)
  afterAll(async () => {
    for (const server of processes) server.kill('SIGKILL')
    await Promise.all([...processes].map(({ ended }) => ended))
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
})
