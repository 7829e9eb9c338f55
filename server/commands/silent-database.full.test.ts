import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyServerDatabase, type ServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { silentNetwork } from '../../packages/embedded/test/silent-network.ts'
import { ensureBuild } from '../../scripts/build/current-build.ts'
import { npmStart, type Started } from '../../tests/support/server/npm-start.ts'
import { installationOptions } from '../backend/embedded-backend.ts'

const { TEST_DATABASE_URL = '' } = process.env
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-silent-'))
let database: ServerDatabase | undefined
let network: Awaited<ReturnType<typeof silentNetwork>> | undefined
let server: Started | undefined

beforeAll(() => ensureBuild(() => {}), 300_000)
afterAll(async () => {
  server?.kill('SIGKILL')
  await server?.ended
  await network?.close()
  await database?.drop()
  fs.rmSync(scratch, { recursive: true, force: true })
})

/** Pages that are in no cache: what a visitor sees and after how many seconds. */
async function visit(url: string, words: readonly string[]): Promise<{ status: number; seconds: number }[]> {
  return Promise.all(
    words.map(async (word) => {
      const began = performance.now()
      const answer = await fetch(`${url}/stars?q=${word}`)
      await answer.text()
      return { status: answer.status, seconds: (performance.now() - began) / 1000 }
    }),
  )
}

const words = (word: string) => Array.from({ length: 12 }, (_, at) => word + at)
const statuses = (visits: readonly { status: number }[]) => new Set(visits.map(({ status }) => status))

it.runIf(TEST_DATABASE_URL)(
  'a silent line to the database: pages answer 503, recover by themselves, and SIGTERM ends the server',
  async () => {
    database = await copyServerDatabase(TEST_DATABASE_URL, installationOptions.migrationsDir)
    network = await silentNetwork(database.url)
    server = npmStart({ DATABASE_URL: network.url, HOT_DATA_DIR: scratch })
    const url = await server.url
    expect(statuses(await visit(url, words('vorher')))).toEqual(new Set([200]))

    network.silence()
    const during = await visit(url, words('still'))
    expect(statuses(during)).toContain(503)
    expect(Math.max(...during.map(({ seconds }) => seconds))).toBeLessThan(12)
    await expect.poll(async () => statuses(await visit(url, ['danach'])), { timeout: 10_000 }).toEqual(new Set([200]))
    expect((await fetch(`${url}/health`)).status).toBe(200)

    network.lose()
    const last = visit(url, words('ende')).catch((error: unknown) => error)
    await expect.poll(async () => (await fetch(`${url}/health`)).status, { timeout: 30_000 }).toBe(503)
    const began = performance.now()
    server.kill('SIGTERM')
    expect(await server.ended, server.output()).toBe(0)
    expect(performance.now() - began).toBeLessThan(15_000)
    await last
  },
)
