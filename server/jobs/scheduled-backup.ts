import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProcessJob } from './jobs.ts'
import { isUncopied, newestBackupAt } from './last-backup.ts'

const COMMAND = path.resolve(import.meta.dirname, '../commands/backup-command.ts')
export const END_WITH_PARENT = pathToFileURL(path.resolve(import.meta.dirname, '../../scripts/end-with-parent.js')).href

/** It is looked once an hour whether a backup is due, so a failed one is tried again an hour later. */
const SCHEDULE = '40 * * * *'
const HOUR = 3_600_000

/** `--send`: the last backup was made and has not left this machine. */
type Flag = '--scheduled' | '--send'

/** The last line a command has printed as its error. */
const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

/**
 * Makes a backup by the command, in a process of its own at low priority: packing and encrypting would keep requests
 * waiting, and the command's lock lets only one backup run at a time. Fails with the command's own line.
 */
function runCommand(signal: AbortSignal, flag: Flag): Promise<void> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, COMMAND, flag], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(lastLine(said) || 'Die Sicherung wurde unterbrochen.')),
    )
  })
}

type Options = {
  dataDir: string
  everyHours: number
  /** Whether backups are taken off this machine. */
  leaves: boolean
  /** Replaces the command, for tests. */
  run?: (signal: AbortSignal, flag: Flag) => Promise<void>
}

/**
 * The job that makes a backup once the newest, by schedule or by hand, is `everyHours` old, and takes one that
 * could not leave this machine off it an hour later. Of several servers on one
 * database one does it. `close` ends one that is running; nothing of it is left.
 */
export function scheduledBackup({ dataDir, everyHours, leaves, run = runCommand }: Options): {
  job: ProcessJob
  close: () => void
} {
  const ending = new AbortController()
  const work = async () => {
    // The last one began at this minute of its hour and took a while.
    if (Date.now() - (await newestBackupAt(dataDir)) >= everyHours * HOUR - HOUR / 2)
      return run(ending.signal, '--scheduled')
    return leaves && (await isUncopied(dataDir)) ? run(ending.signal, '--send') : 'busy'
  }
  return { job: { name: 'backup', schedule: SCHEDULE, once: true, work }, close: () => ending.abort() }
}
