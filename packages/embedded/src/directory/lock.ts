import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

const SQLITE_BUSY = 5
const SQLITE_FULL = 13

const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Only for the message: the lock itself is the kernel's. */
function ownerIn(file: string): string {
  try {
    const { pid, host } = JSON.parse(fs.readFileSync(file, 'utf8')) as { pid: number; host: string }
    return host === os.hostname() ? `Prozess ${pid}` : `Prozess ${pid} auf ${host}`
  } catch {
    return 'einem anderen Prozess' // no or half a note: it names nobody, and the refusal stands all the same
  }
}

function refusal(error: unknown, dir: string, note: string): StartError {
  const code = resultCode(error)
  if (code === SQLITE_BUSY)
    return new StartError(
      'data_dir_busy',
      `Das Datenverzeichnis ${dir} wird schon von ${ownerIn(note)} benutzt. Bitte erst jenen beenden.`,
      error,
    )
  if (code === SQLITE_FULL)
    return new StartError('disk_full', `Auf dem Datenträger von ${dir} ist kein Platz mehr.`, error)
  return new StartError(
    'data_dir_unwritable',
    `Das Datenverzeichnis ${dir} lässt sich nicht sperren. Darf dieses Programm dort schreiben?`,
    error,
  )
}

/**
 * Makes this process the only owner of `dir`; a second process on PGlite's files destroys them. SQLite takes an
 * operating-system lock on a file: the kernel frees it with the process (kill -9 too) and shows it to every container
 * on the volume. See docs/decisions/ for what else was tried. Gives back what releases it.
 */
export function lockDirectory(dir: string): () => void {
  const note = path.join(dir, 'owner.json')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path.join(dir, 'lock.sqlite'))
    database.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    database?.close()
    throw refusal(error, dir, note)
  }
  fs.writeFileSync(note, JSON.stringify({ pid: process.pid, host: os.hostname() }))
  const held = database
  return () => {
    fs.rmSync(note, { force: true })
    held.close()
  }
}
