import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Engine } from '@hot/local/database/engine'
import { openPglite } from '@hot/local/database/pglite'
import { openPostgres } from '@hot/local/database/postgres'
import { copyPreparedDatabase, prepareDatabase, scratchDirectory } from '../../local/test/prepared-database.ts'

export const migrationsDir = path.join(import.meta.dirname, '../migrations')

/** A database with platform and migrations, for one test file. `owner` is the role that ran the migrations. */
export type TestDatabase = { engine: Engine; owner: string; close: () => Promise<void> }

/** PGlite in a directory of its own, or a fresh database on the server of TEST_DATABASE_URL. */
export function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  return url ? onServer(url) : embedded()
}

async function embedded(): Promise<TestDatabase> {
  const dir = scratchDirectory()
  await copyPreparedDatabase(dir, migrationsDir)
  const engine = await openPglite(dir)
  const close = async () => {
    await engine.close()
    fs.rmSync(dir, { recursive: true })
  }
  return { engine, owner: 'hot_owner', close }
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
      return await prepareDatabase(engine, migrationsDir)
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
