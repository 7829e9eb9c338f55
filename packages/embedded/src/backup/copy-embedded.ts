import fs from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../database/open-database.ts'
import { StartError } from '../directory/start-error.ts'
import { BackupError } from './backup-error.ts'
import { copyDatabase, type DatabaseCopy } from './copy-database.ts'
import { askForCopy } from './requests.ts'

/** Without a server nobody writes: the command opens the database itself, which also shows that it can be opened. */
async function copyOfOurOwn(dataDir: string, target: string): Promise<DatabaseCopy> {
  const database = await openDatabase({ dataDir }, () => {})
  try {
    return await copyDatabase(database.engine, dataDir, target)
  } finally {
    await database.close()
  }
}

/** Puts `pg/` of a data directory into `target`: by the server that runs on it, or by this process. Throws BackupError, StartError. */
export async function copyEmbedded(dataDir: string, target: string): Promise<DatabaseCopy & { running: boolean }> {
  const isThere = fs.existsSync(path.join(dataDir, 'pg', 'PG_VERSION'))
  if (!isThere || fs.existsSync(path.join(dataDir, 'first-start-unfinished')))
    throw new BackupError(`In ${dataDir} gibt es noch nichts zu sichern. Bitte den Ort des Datenverzeichnisses prüfen.`)
  try {
    return { ...(await copyOfOurOwn(dataDir, target)), running: false }
  } catch (error) {
    if (!(error instanceof StartError && error.code === 'data_dir_busy')) throw error
  }
  const { at, ...copy } = await askForCopy(dataDir)
  fs.renameSync(path.join(at, 'pg'), path.join(target, 'pg'))
  return { ...copy, running: true }
}
