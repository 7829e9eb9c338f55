import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Engine } from '@hot/local/database/engine'
import { openPglite } from '@hot/local/database/pglite'
import { openPostgres } from '@hot/local/database/postgres'
import { migrate } from '@hot/local/migrate'
import { ensurePlatform } from '@hot/local/platform/platform'

export const migrationsDir = path.join(import.meta.dirname, '../migrations')
const platformDir = path.join(import.meta.dirname, '../../local/src/platform')

/** A database with platform and migrations, for one test file. `owner` is the role that ran the migrations. */
export type TestDatabase = { engine: Engine; owner: string; close: () => Promise<void> }

/** PGlite in a directory of its own, or a fresh database on the server of TEST_DATABASE_URL. */
export function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  return url ? onServer(url) : embedded()
}

async function prepare(engine: Engine): Promise<string> {
  const platform = await ensurePlatform(engine)
  await migrate(engine, platform.owner, migrationsDir)
  return platform.owner
}

/** initdb and migrations take seconds: done once per state of the files, then copied. */
async function embedded(): Promise<TestDatabase> {
  const template = path.join(os.tmpdir(), `hot-sql-tests-${stateOfFiles()}`)
  if (!fs.existsSync(template)) {
    dropOldTemplates()
    const fresh = `${template}-${randomUUID()}`
    const engine = await openPglite(fresh)
    await prepare(engine)
    await engine.close()
    // Two test files may build it at once; the second to finish drops its own.
    if (fs.existsSync(template)) fs.rmSync(fresh, { recursive: true })
    else fs.renameSync(fresh, template)
  }
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-sql-test-'))
  fs.cpSync(template, dir, { recursive: true })
  const engine = await openPglite(dir)
  const close = async () => {
    await engine.close()
    fs.rmSync(dir, { recursive: true })
  }
  return { engine, owner: 'hot_owner', close }
}

/** A day old: nobody copies from them any more. */
function dropOldTemplates(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith('hot-sql-test'))) {
    const dir = path.join(os.tmpdir(), name)
    const age = Date.now() - (fs.statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 86_400_000) fs.rmSync(dir, { recursive: true, force: true })
  }
}

function stateOfFiles(): string {
  const hash = createHash('sha256')
  for (const dir of [platformDir, migrationsDir])
    for (const file of fs.readdirSync(dir).sort()) hash.update(file).update(fs.readFileSync(path.join(dir, file)))
  return hash.digest('hex').slice(0, 16)
}

async function onServer(url: string): Promise<TestDatabase> {
  const name = `hot_test_${randomUUID().replaceAll('-', '')}`
  const server = openPostgres(url, () => {})
  await server.session((session) => session.exec(`create database ${name}`))
  const address = new URL(url)
  address.pathname = `/${name}`
  const engine = openPostgres(address.href, () => {})
  // Roles belong to the whole server: two test files must not create them at once.
  const owner = await server.session(async (session) => {
    await session.exec('select pg_advisory_lock(20261121)')
    try {
      return await prepare(engine)
    } finally {
      await session.exec('select pg_advisory_unlock(20261121)')
    }
  })
  const close = async () => {
    await engine.close()
    await server.session((session) => session.exec(`drop database ${name} with (force)`))
    await server.close()
  }
  return { engine, owner, close }
}
