import fs from 'node:fs'
import path from 'node:path'
import type { Engine } from '@hot/embedded/database/engine'
import { openPglite } from '@hot/embedded/database/pglite'
import { openPostgres } from '@hot/embedded/database/postgres'
import { copyPreparedDatabase, OUR_OWNER, scratchDirectory } from '../../../packages/embedded/test/prepared-database.ts'
import { copyServerDatabase } from '../../../packages/embedded/test/server-database.ts'

export const migrationsDir = path.join(import.meta.dirname, '../../migrations')

/** A database with platform and migrations, for one test file. `owner` is the role that ran the migrations. */
export type TestDatabase = { engine: Engine; owner: string; close: () => Promise<void> }

/** PGlite in its own directory, or a fresh database on the server of TEST_DATABASE_URL. */
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
  return { engine, owner: OUR_OWNER, close }
}

async function onServer(url: string): Promise<TestDatabase> {
  const { url: address, owner, drop } = await copyServerDatabase(url, migrationsDir)
  const engine = openPostgres(address, () => {})
  const close = async () => {
    await engine.close()
    await drop()
  }
  return { engine, owner, close }
}
