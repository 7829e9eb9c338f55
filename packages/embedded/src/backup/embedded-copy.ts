import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Engine, reasonOf } from '../database/engine.ts'
import { openDatabase } from '../database/open-database.ts'
import { StartError } from '../directory/start-error.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import { copyDatabase, type DatabaseCopy } from './copy-database.ts'
import { BackupError, WORK } from './installation.ts'

const lookEvery = 1_000
const takenWithin = 15_000
const copiedWithin = 600_000

const answerSchema = z.union([
  z.object({ copy: z.object({ migration: z.string(), engine: z.string(), heldMs: z.number() }) }),
  z.object({ failure: z.string() }),
])

const wantedIn = (dataDir: string) => path.join(dataDir, WORK, 'wanted')
const answerIn = (dataDir: string, id: string) => path.join(dataDir, WORK, `answer-${id}.json`)

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await fs.promises.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written to a temporary file and renamed, so that a waiting process never reads half of it. */
async function put(file: string, text: string): Promise<void> {
  await fs.promises.writeFile(`${file}.new`, text)
  await fs.promises.rename(`${file}.new`, file)
}

async function answerOne(engine: Engine, dataDir: string, id: string, log: Log): Promise<void> {
  const answer = await copyDatabase(engine, dataDir, path.join(dataDir, WORK, id)).then(
    (copy) => ({ copy }),
    (error: unknown) => {
      log(words.log.backupFailed(reasonOf(error)), 'error')
      return {
        failure: error instanceof BackupError ? error.message : words.backup.copyFailed,
      }
    },
  )
  await put(answerIn(dataDir, id), JSON.stringify(answer))
}

/**
 * Lets a backup in another process request a copy of the running server's database by a file in the data directory. Those
 * who may write there can read everything anyway, and no port is opened. Returns a function that stops it.
 */
export function answerBackupRequests(engine: Engine, dataDir: string, log: Log): () => Promise<void> {
  let current: Promise<void> | undefined
  const look = async () => {
    const id = z.uuid().safeParse(await textOf(wantedIn(dataDir)))
    if (!id.success) return
    await fs.promises.rm(wantedIn(dataDir))
    await answerOne(engine, dataDir, id.data, log)
  }
  const looking = setInterval(() => {
    current ??= look()
      .catch((error: unknown) => log(words.log.backupFailed(reasonOf(error)), 'error'))
      .finally(() => {
        current = undefined
      })
  }, lookEvery)
  looking.unref()
  return async () => {
    clearInterval(looking)
    await current // closing the database writes into the files that are being copied
  }
}

async function until<T>(milliseconds: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  return undefined
}

/** Requests a copy from the server that holds `dataDir`; returns its path. Throws BackupError. */
async function askForCopy(dataDir: string): Promise<DatabaseCopy & { at: string }> {
  const id = randomUUID()
  await put(wantedIn(dataDir), id)
  const taken = await until(takenWithin, async () => ((await textOf(wantedIn(dataDir))) === id ? undefined : true))
  if (!taken) throw new BackupError(words.backup.serverMakesNone(dataDir))
  const answer = await until(copiedWithin, () => textOf(answerIn(dataDir, id)))
  if (!answer) throw new BackupError(words.backup.copyUnfinished)
  const said = answerSchema.parse(JSON.parse(answer))
  if ('failure' in said) throw new BackupError(said.failure)
  return { ...said.copy, at: path.join(dataDir, WORK, id) }
}

/** Without a running server this process opens the database itself, which also shows that it can be opened. */
async function copyOfOurOwn(dataDir: string, target: string): Promise<DatabaseCopy> {
  const database = await openDatabase({ dataDir }, () => {})
  try {
    return await copyDatabase(database.engine, dataDir, target)
  } finally {
    await database.close()
  }
}

/** Copies `pg/` of a data directory into `target`, by its running server or this process. Throws BackupError, StartError. */
export async function copyEmbedded(dataDir: string, target: string): Promise<DatabaseCopy & { running: boolean }> {
  const isThere = fs.existsSync(path.join(dataDir, 'pg', 'PG_VERSION'))
  if (!isThere || fs.existsSync(path.join(dataDir, 'first-start-unfinished')))
    throw new BackupError(words.backup.nothingToBackUp(dataDir))
  try {
    return { ...(await copyOfOurOwn(dataDir, target)), running: false }
  } catch (error) {
    if (!(error instanceof StartError && error.code === 'data_dir_busy')) throw error
  }
  const { at, ...copy } = await askForCopy(dataDir)
  fs.renameSync(path.join(at, 'pg'), path.join(target, 'pg'))
  return { ...copy, running: true }
}
