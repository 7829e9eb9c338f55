import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { backupBucket } from '@hot/embedded/backup/bucket'
import { BACKUPS, BackupError, byTime, COPY_MARKER, stampIn } from '@hot/embedded/backup/installation'
import { type BackupSettings, leavesMachine, type OffMachine } from '../settings/backup-settings.ts'
import '../wire/backend-language.ts'

/** What it does not stop for within this time is ended. */
const GRACE_MS = 10_000

/** Settings of the server, passwords among them, are none of the operator's program's business. */
const isOurs = (name: string) => /^(HOT|SITE|SUPABASE|DATABASE|SMTP|SENTRY|METRICS)_/.test(name)

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.trim() ?? ''

type Options = { milliseconds: number; env?: NodeJS.ProcessEnv; grace?: number }

/**
 * Runs the operator's program with the path of a backup as its only argument, without a shell in between, in a group of its
 * own that ends with this process or after `milliseconds`. Throws BackupError with the last line of its errors.
 */
export async function runHook(
  program: string,
  file: string,
  { milliseconds, env = process.env, grace = GRACE_MS }: Options,
): Promise<void> {
  const theirs = Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)))
  const child = spawn(program, [file], { env: theirs, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const end = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  let isLate = false
  const timers = [
    setTimeout(() => {
      isLate = true
      end('SIGTERM')
      timers.push(setTimeout(() => end('SIGKILL'), grace))
    }, milliseconds),
  ]
  const leave = () => {
    end('SIGTERM')
    process.exit(143)
  }
  process.once('SIGTERM', leave)
  try {
    // Not `close`: what it left in the background may hold its output open.
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (...ended) => resolve(ended))
    })
    if (isLate)
      throw new BackupError(
        `${program} war nach ${Math.round(milliseconds / 60_000)} Minuten nicht fertig und wurde beendet.`,
      )
    if (code === 0) return
    const reason = lastLine(said)
    throw new BackupError(`${program} endete mit ${signal ?? code}${reason ? `: ${reason}` : '.'}`)
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new BackupError(
      code === 'EACCES' || code === 'ENOENT'
        ? `${program} lässt sich nicht ausführen (${code}). Prüf HOT_BACKUP_HOOK, die Rechte der Datei und ihre erste Zeile.`
        : `${program} ließ sich nicht starten: ${String(error)}`,
      error,
    )
  } finally {
    process.off('SIGTERM', leave)
    for (const timer of timers) clearTimeout(timer)
    child.stderr.destroy()
  }
}

/** Names of the server's own backups begin with this: it deletes no others. */
export const SCHEDULED = 'hot-auto'

async function toBucket(file: string, { bucket, bucketKeep }: OffMachine): Promise<string[]> {
  if (!bucket) return []
  const away = backupBucket(bucket)
  await away.send(file)
  const removed = bucketKeep > 0 ? await away.thin(SCHEDULED, bucketKeep, path.basename(file)) : 0
  return [
    `Kopie im S3-Bucket »${bucket.bucket}«: ${bucket.folder}/${path.basename(file)}`,
    ...(removed > 0 ? [`${removed} ältere Kopien dort gelöscht.`] : []),
    ...(file.endsWith('.age')
      ? []
      : ['Sie ist nicht verschlüsselt: Setz HOT_BACKUP_RECIPIENT (docs/operations/backup.md).']),
  ]
}

async function toHook(file: string, { hook, hookMinutes }: OffMachine): Promise<string[]> {
  if (!hook) return []
  await runHook(hook, file, { milliseconds: hookMinutes * 60_000 })
  return [`${hook} hat sie übernommen.`]
}

/**
 * Takes a backup off this machine: into the bucket, and by the operator's program. What one of them refuses does not keep
 * the other from it. Returns lines to print. Throws BackupError.
 */
export async function sendAway(file: string, dataDir: string, away: OffMachine): Promise<string[]> {
  const done = await Promise.allSettled([toBucket(file, away), toHook(file, away)])
  const failed = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const unknown = failed.find((error) => !(error instanceof BackupError))
  if (unknown) throw unknown
  if (failed.length > 0)
    throw new BackupError(
      `Die Sicherung ist gemacht (${file}), kam aber nicht von dieser Maschine weg. ${failed.map((error) => (error as Error).message).join(' ')}`,
    )
  fs.writeFileSync(path.join(dataDir, COPY_MARKER), '')
  return done.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const folderOf = (dataDir: string, dir: string | undefined) => (dir ? path.resolve(dir) : path.join(dataDir, BACKUPS))

/** The newest backup in the folder for backups; undefined: there is none. */
function newestFile(dataDir: string, dir: string | undefined): string | undefined {
  const folder = folderOf(dataDir, dir)
  // Fails for one that may not be entered, instead of saying that there is no backup.
  if (!fs.statSync(folder, { throwIfNoEntry: false })) return undefined
  const name = byTime(fs.readdirSync(folder)).at(-1)
  return name && path.join(folder, name)
}

/** Takes the newest backup off this machine, once more. Throws BackupError. */
export async function sendNewest(
  dataDir: string,
  { dir, away }: Pick<BackupSettings, 'dir' | 'away'>,
): Promise<string[]> {
  if (!leavesMachine(away))
    throw new BackupError('Wohin? Setz HOT_BACKUP_S3_… oder HOT_BACKUP_HOOK (docs/operations/backup.md).')
  const file = newestFile(dataDir, dir)
  if (!file) throw new BackupError(`In ${folderOf(dataDir, dir)} liegt keine Sicherung. Mach eine: npm run backup`)
  return sendAway(file, dataDir, away)
}

/**
 * The newest backup there is, in the folder or in the bucket; one of the bucket is read into the folder first. Throws
 * BackupError.
 */
export async function newestAnywhere(
  dataDir: string,
  { dir, away: { bucket } }: Pick<BackupSettings, 'dir' | 'away'>,
): Promise<string> {
  const here = newestFile(dataDir, dir)
  const away = bucket && backupBucket(bucket)
  const name = (await away?.names())?.at(-1)
  const stamp = (file: string | undefined) => (file && stampIn(path.basename(file))) || ''
  if (away && name && stamp(name) > stamp(here)) {
    const folder = folderOf(dataDir, dir)
    if (!dir) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    return away.fetch(name, folder)
  }
  if (here) return here
  const places = [
    `in ${folderOf(dataDir, dir)}`,
    ...(bucket ? [`im S3-Bucket »${bucket.bucket}« unter ${bucket.folder}/`] : []),
  ]
  const hint = 'Liegt eine woanders, nimm ihren Pfad statt --latest'
  const bucketHint = bucket ? '' : '; für einen Bucket setz HOT_BACKUP_S3_…'
  throw new BackupError(`Es liegt keine Sicherung ${places.join(' und keine ')}. ${hint}${bucketHint}.`)
}
