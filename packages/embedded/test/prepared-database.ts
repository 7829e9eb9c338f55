import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Engine } from '@hot/embedded/database/engine'
import { migrate } from '@hot/embedded/database/migrate'
import { openPglite } from '@hot/embedded/database/pglite'
import { ensurePlatform } from '@hot/embedded/platform/platform'
import { stateOfFiles } from '@hot/embedded/platform/prepared'

const prefix = 'hot-test-database-'
/** Owner of the tables wherever we make the platform ourselves. */
export const OUR_OWNER = 'app_owner'

/** Applies platform and migrations; returns the role that owns the tables. */
export async function prepareDatabase(engine: Engine, migrationsDir: string): Promise<string> {
  const { owner } = await ensurePlatform(engine)
  await migrate(engine, owner, migrationsDir)
  return owner
}

/**
 * Of a prepared database, to be part of a name in SQL. Changes with the files that it is made of, and with the month: migrations
 * make its partitions.
 */
export const nameOf = (migrationsDir: string) =>
  `${stateOfFiles(migrationsDir).slice(0, 16)}_${new Date().toISOString().slice(0, 7).replace('-', '_')}`

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** Two workers with some databases each, of about 100 MB; several runs at once. */
const roomForARun = 2 ** 31

/**
 * Directory for temporary data of tests: in memory if there is room. A database is 1,500 files; copying them in memory
 * takes an eighth of the CPU time, and nobody waits for the disk.
 */
export function scratchPlace(): string {
  if (!fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize >= roomForARun ? memory : os.tmpdir()
}

/** After a day nothing is copied from them any more. */
function dropOld(): void {
  for (const place of new Set([os.tmpdir(), scratchPlace()]))
    for (const name of fs.readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
      const dir = path.join(place, name)
      const age = Date.now() - (fs.statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > 86_400_000) fs.rmSync(dir, { recursive: true, force: true })
    }
}

async function build(template: string, migrationsDir: string): Promise<void> {
  dropOld()
  const fresh = `${template}-${randomUUID()}`
  const engine = await openPglite(fresh)
  await prepareDatabase(engine, migrationsDir)
  await engine.close()
  // Two test files may build it at once; the second to finish drops its own.
  if (fs.existsSync(template)) fs.rmSync(fresh, { recursive: true })
  else fs.renameSync(fresh, template)
}

/**
 * Puts a database with platform and migrations, and nothing else, into `dir`. initdb and migrations take seconds of CPU:
 * they are done once per state of the files and month, then copied.
 */
export async function copyPreparedDatabase(dir: string, migrationsDir: string): Promise<void> {
  const template = path.join(os.tmpdir(), prefix + nameOf(migrationsDir))
  if (!fs.existsSync(template)) await build(template, migrationsDir)
  fs.cpSync(template, dir, { recursive: true })
}

/**
 * An empty directory. It is deleted at the end of the run (`one-run.ts`), or a day later if the run was killed.
 */
export const scratchDirectory = () => fs.mkdtempSync(path.join(process.env.HOT_TEST_SCRATCH ?? scratchPlace(), prefix))
