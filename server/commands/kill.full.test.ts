import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { memberRequests } from '../../tests/support/server/member-requests.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'

/** Kills per installation. There are two in parallel, because most of the time is spent waiting for a start. */
const kills = 10
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-kill-'))
const started = new Set<Started>()

beforeAll(() => ensureBuild(() => {}), 300_000)
afterAll(() => {
  for (const server of started) server.kill('SIGKILL')
  fs.rmSync(scratch, { recursive: true, force: true })
})

async function start(dataDir: string): Promise<{ url: string; server: Started }> {
  const server = npmStart({ HOT_DATA_DIR: dataDir, HOT_DEMO: '1' })
  started.add(server)
  void server.ended.then(() => started.delete(server))
  return { url: await server.url, server }
}

type Member = Awaited<ReturnType<typeof memberRequests>>

/** Ignores the error of a request that the kill interrupted, and no other. */
const cutOff = (error: unknown): void => {
  if (!(error instanceof TypeError)) throw error
}

/** Writes that the server has acknowledged so far, over all its starts. */
type Acknowledged = {
  comments: Set<string>
  /** The values that a star's vote may have: the acknowledged one, and one that was in flight during the kill. */
  votes: Map<string, Set<unknown>>
}

async function comment(member: Member, url: string, post: string, known: Acknowledged): Promise<void> {
  const id = randomUUID()
  await member.insert(url, 'comments', { id, post_id: post, content: `Kommentar ${id}` })
  known.comments.add(id)
}

async function vote(member: Member, url: string, star: string, value: number, known: Acknowledged): Promise<void> {
  known.votes.set(star, new Set([...(known.votes.get(star) ?? [undefined]), value]))
  await member.upsert(url, 'demand_votes', { star_id: star, user_id: member.id, value })
  known.votes.set(star, new Set([value]))
}

async function expectAll(member: Member, url: string, { comments, votes }: Acknowledged): Promise<void> {
  const stored = await member.select(url, `comments?select=id&author_id=eq.${member.id}`)
  const storedIds = new Set(stored.map(({ id }) => id))
  expect([...comments].filter((id) => !storedIds.has(id))).toEqual([])
  const rows = await member.select(url, `demand_votes?select=star_id,value&user_id=eq.${member.id}`)
  const values = new Map(rows.map((row) => [row.star_id, row.value]))
  for (const [star, possible] of votes) {
    expect(possible).toContain(values.get(star))
    votes.set(star, new Set([values.get(star)]))
  }
}

it.concurrent.for(['one', 'another'])(
  '%s loses no acknowledged write in ten kills and a stop',
  { timeout: 600_000 },
  async (name, { expect }) => {
    const dataDir = path.join(scratch, name)
    const known: Acknowledged = { comments: new Set(), votes: new Map() }
    let { url, server: running } = await start(dataDir)
    const member = await memberRequests(url, dataDir, 'mitglied@hot.example')
    const [post] = await member.select(url, 'community_posts?select=id&status=eq.approved&limit=1')
    const stars = (await member.select(url, 'stars?select=id&order=id&limit=40')).map(({ id }) => String(id))

    for (let round = 0; round <= kills; round++) {
      // Only four comments, since the quota allows a hundred in five minutes; votes are cast until the kill.
      const commenting = (async () => {
        for (let n = 0; n < 4; n++) await comment(member, url, String(post?.id), known)
      })()
      const voting = [0, 1, 2].map(async (lane) => {
        for (let n = lane; ; n += 3) await vote(member, url, stars[n % 39] ?? '', 1 + ((n + round) % 5), known)
      })
      const writers = [commenting, ...voting].map((writer) => writer.catch(cutOff))
      const before = known.comments.size
      await expect.poll(() => known.comments.size - before, { interval: 1, timeout: 60_000 }).toBeGreaterThan(round % 4)
      // The last round is an ordinary stop under the same load.
      running.kill(round === kills ? 'SIGTERM' : 'SIGKILL')
      expect(await running.ended).toBe(round === kills ? 0 : null)
      await Promise.all(writers)
      ;({ url, server: running } = await start(dataDir))
      await expectAll(member, url, known)
    }
    expect(known.comments.size).toBeGreaterThanOrEqual(kills)
    running.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  },
)
