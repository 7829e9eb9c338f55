import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { isRehearsalLeft } from '@hot/embedded/backup/rehearse'
import { reasonOf } from '@hot/embedded/database/engine'
import type { Log } from '@hot/embedded/log'
import type { ProcessJob } from './jobs.ts'
import { lastBackupAt } from './last-backup.ts'
import {
  COUNTS_SQL,
  type Counts,
  type Finding,
  findingSchema,
  lastRehearsal,
  missingRows,
  noteRehearsal,
} from './rehearsal-record.ts'
import { END_WITH_PARENT } from './scheduled-backup.ts'

const COMMAND = path.resolve(import.meta.dirname, '../commands/rehearse-command.ts')

/** When the fewest people are there, and no other job runs. One that was skipped or failed is tried the next night. */
const SCHEDULE = '50 4 * * *'
const DAY = 86_400_000

/** What opening and reading an embedded database takes, and what pg_restore and a hash of each table take. */
const NEEDED = { embedded: 900 << 20, postgres: 300 << 20 } as const

/**
 * In a process of its own with little memory for JavaScript and without optimising PostgreSQL's program, which takes more
 * than the whole rehearsal.
 */
const NODE_FLAGS = ['--max-old-space-size=192', '--max-semi-space-size=4', '--no-wasm-tier-up']

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

type Run = (signal: AbortSignal, flag: '--json' | '--clean') => Promise<string>

/** Runs the command; resolves with what it printed. Fails with its own line. */
const runCommand: Run = (signal, flag) => {
  const child = spawn(process.execPath, [...NODE_FLAGS, '--import', END_WITH_PARENT, COMMAND, flag], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  let [printed, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, ended) =>
      code === 0
        ? resolve(printed)
        : reject(
            new Error(
              ended === 'SIGKILL'
                ? 'Der Speicher hat nicht gereicht: Das System hat die Probe beendet.'
                : lastLine(said) || 'Die Probe wurde unterbrochen.',
            ),
          ),
    )
  })
}

type Options = {
  dataDir: string
  isEmbedded: boolean
  /** Days from one good rehearsal to the next. */
  everyDays: number
  log: Log
  /** Reads the site's own database. */
  query: (sql: string, values: unknown[]) => Promise<{ name: string; rows: number }[]>
  /** For tests: in place of the command, and of the memory that this process may still take. */
  run?: Run
  available?: () => number
}

/**
 * The job that restores the newest backup into a place of its own, once it is `everyDays` since that last went well, and
 * compares it with the site. What it takes is asked for before, so that a small server goes on. `close` ends one that runs;
 * what that leaves, or a killed one, is removed at the next start.
 */
export function scheduledRehearsal({
  dataDir,
  isEmbedded,
  everyDays,
  log,
  query,
  run = runCommand,
  available = () => process.availableMemory(),
}: Options): { job: ProcessJob; close: () => void } {
  const ending = new AbortController()
  const clean = async () => {
    if (isRehearsalLeft(dataDir)) await run(ending.signal, '--clean')
  }

  async function compared(finding: Finding): Promise<void> {
    const rows = await query(COUNTS_SQL, [finding.createdAt])
    const site: Counts = Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
    const problem = missingRows(finding.counts, site)
    if (problem) throw new Error(problem)
  }

  async function work(): Promise<unknown> {
    const last = await lastRehearsal(dataDir)
    const isDue = Date.now() - Date.parse(last?.lastGoodAt ?? '1970-01-01') >= everyDays * DAY - DAY / 2
    if (!isDue || (await lastBackupAt(dataDir)) === null) return clean().then(() => 'busy')
    const needed = isEmbedded ? NEEDED.embedded : NEEDED.postgres
    const free = available()
    const began = Date.now()
    const note = (
      result: 'ok' | 'failed' | 'skipped',
      more: { problem?: string; file?: string | null; backupAt?: string },
    ) =>
      noteRehearsal(dataDir, {
        at: new Date().toISOString(),
        seconds: Math.round((Date.now() - began) / 1000),
        result,
        ...more,
      })
    if (free < needed) {
      const [have, want] = [free, needed].map((bytes) => Math.round(bytes / 1024 / 1024))
      const problem = `Für die Probe einer Wiederherstellung sind ${want} MB Speicher nötig, frei sind ${have} MB.`
      log(problem, 'warn')
      return note('skipped', { problem })
    }
    let finding: Finding | undefined
    try {
      finding = findingSchema.parse(JSON.parse(lastLine(await run(ending.signal, '--json'))))
      await compared(finding)
    } catch (error) {
      const problem = reasonOf(error)
      await note('failed', { problem, file: finding?.file, backupAt: finding?.createdAt })
      await clean()
      throw error
    }
    return note('ok', { file: finding.file, backupAt: finding.createdAt })
  }

  clean().catch((error: unknown) => log(`Reste einer Probe ließen sich nicht entfernen: ${reasonOf(error)}`, 'error'))
  return {
    job: { name: 'restore_rehearsal', schedule: SCHEDULE, once: true, work },
    close: () => ending.abort(),
  }
}
