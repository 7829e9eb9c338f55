import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { BACKUPS, BackupError } from '@hot/embedded/backup/installation'
import { lastBackupAt, newestBackupAt } from '../jobs/last-backup.ts'
import { lastRehearsal } from '../jobs/rehearsal-record.ts'
import { leavesMachine } from '../settings/backup-settings.ts'
import { dataDirOf, type Environment } from '../settings/environment.ts'
import { readSettings, type Settings, SettingsError } from '../settings/settings.ts'
import type { BackupFacts, DirectoryFacts, Facts, Obstacle } from './facts.ts'

/** Keys are 24 bytes and more in Base64url. */
const SHORTEST_KEY = 30
/** Where the kernel says how much memory a container may use: cgroup 2, then 1. */
const memoryLimits = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined // not there or not for us: the facts say so
  }
}

function memoryBytes(): number {
  const limits = memoryLimits.map((file) => Number(textOf(file))).filter((bytes) => Number.isFinite(bytes) && bytes > 0)
  return Math.min(os.totalmem(), ...limits)
}

/** Undefined: it is not there, or not for us to see. */
function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file)
  } catch {
    return undefined // `obstacleOf` tells the two apart
  }
}

/** Whether other accounts of this machine may read it. Windows keeps rights elsewhere. */
const isReadable = (file: string) => process.platform !== 'win32' && ((statOf(file)?.mode ?? 0) & 0o044) !== 0

/** The settings of the service (docs/operations/small-server.md), whose group is that of HoT. */
const SERVICE_SETTINGS = '/etc/hot/hot.env'

/** Whether any account of this machine may read a file: its own rights and those of its folder. */
export function isOpenToAll(file: string): boolean {
  const [own, folder] = [statOf(file), statOf(path.dirname(file))]
  return process.platform !== 'win32' && ((own?.mode ?? 0) & 0o004) !== 0 && ((folder?.mode ?? 0) & 0o001) !== 0
}

/** The nearest folder that exists: the data directory is made at the first start. */
function existing(dir: string): string {
  return fs.existsSync(dir) || path.dirname(dir) === dir ? dir : existing(path.dirname(dir))
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = fs.statfsSync(existing(dir))
  return bavail * bsize
}

function keysOf(dataDir: string, isEmbedded: boolean): DirectoryFacts['keys'] {
  if (!isEmbedded) return 'elsewhere'
  const file = path.join(dataDir, 'secrets.json')
  const text = textOf(file)
  if (text === undefined && statOf(file)?.isFile()) return 'closed'
  if (text === undefined) return fs.existsSync(path.join(dataDir, 'pg', 'PG_VERSION')) ? 'damaged' : 'absent'
  try {
    const { secretKey, storageSecret, signingKeys } = JSON.parse(text) as Record<string, unknown>
    if (!Array.isArray(signingKeys) || signingKeys.length === 0) return 'damaged'
    return [secretKey, storageSecret].every((key) => typeof key === 'string' && key.length >= SHORTEST_KEY)
      ? 'fine'
      : 'weak'
  } catch {
    return 'damaged'
  }
}

const obstacles: Readonly<Record<string, Obstacle>> = {
  EACCES: 'closed',
  EPERM: 'closed',
  EROFS: 'read_only',
  ENOTDIR: 'no_folder',
}

/** Why `dir` cannot be used, or made where it is missing; undefined: it can. */
function obstacleOf(dir: string): Obstacle | undefined {
  const { R_OK, W_OK, X_OK } = fs.constants
  const tried = (folder: string): string | undefined => {
    try {
      if (!fs.statSync(folder).isDirectory()) return 'ENOTDIR'
      fs.accessSync(folder, R_OK | W_OK | X_OK)
      return undefined
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? ''
    }
  }
  const code = tried(dir)
  if (code !== 'ENOENT') return code === undefined ? undefined : (obstacles[code] ?? 'closed')
  const above = tried(path.dirname(dir))
  return above === undefined ? undefined : (obstacles[above] ?? 'parent_missing')
}

const closed = ['secrets.json', 'mailbox.json', 'demo-accounts.json', 'pg']

/** Entries that the owner of the directory does not own: what root has left there by a command or a restore. */
function foreignIn(dataDir: string, owner: number): string[] {
  const below = (dir: string) => {
    try {
      return fs.readdirSync(dir).map((name) => path.join(dir, name))
    } catch {
      return [] // not there or not for us: `belongsToUs` says so
    }
  }
  const found = [...below(dataDir), ...below(path.join(dataDir, 'files')), ...below(path.join(dataDir, 'backups'))]
  return found.filter((file) => (statOf(file)?.uid ?? owner) !== owner)
}

function directoryFacts(dataDir: string, isEmbedded: boolean): DirectoryFacts {
  const stat = statOf(dataDir)
  // Below a directory that nobody else may enter, the rights of files do not matter.
  const isClosed = stat === undefined || (stat.mode & 0o011) === 0
  return {
    path: dataDir,
    exists: stat !== undefined,
    obstacle: obstacleOf(dataDir),
    readable: isClosed ? [] : closed.map((name) => path.join(dataDir, name)).filter(isReadable),
    belongsToUs: stat === undefined || process.getuid === undefined || stat.uid === process.getuid(),
    foreign: stat === undefined ? [] : foreignIn(dataDir, stat.uid),
    freeBytes: freeBytes(dataDir),
    keys: keysOf(dataDir, isEmbedded),
  }
}

function isWritable(dir: string): boolean {
  try {
    fs.accessSync(dir, fs.constants.W_OK)
    return true
  } catch {
    return false // that is the fact
  }
}

function isRunnable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false // that is the fact
  }
}

/** A typing error in a key passes its form and not its checksum. Loaded only where backups are encrypted. */
async function areRecipients(recipients: readonly string[]): Promise<boolean> {
  if (recipients.length === 0) return true
  const { encryptionFor } = await import('@hot/embedded/backup/encryption')
  try {
    encryptionFor(recipients)
    return true
  } catch (error) {
    if (error instanceof BackupError) return false
    throw error
  }
}

async function backupFacts(dataDir: string, settings: Settings | undefined, now: number): Promise<BackupFacts> {
  const given = settings?.backup.dir
  const folder = given ?? path.join(dataDir, BACKUPS)
  const isThere = statOf(dataDir) !== undefined && obstacleOf(dataDir) === undefined
  const at = isThere ? await lastBackupAt(dataDir) : null
  const restored = isThere ? (await lastRehearsal(dataDir))?.lastGoodAt : null
  return {
    lastAt: at === null ? null : Date.parse(at),
    since: isThere ? await newestBackupAt(dataDir) : now,
    // Without HOT_BACKUP_DIR the first backup makes it.
    isFolderFine: given === undefined || isWritable(given),
    isOnSameDisk: statOf(existing(folder))?.dev === statOf(existing(dataDir))?.dev,
    isElsewhere: settings !== undefined && leavesMachine(settings.backup.away),
    isHookFine: settings?.backup.away.hook === undefined ? undefined : isRunnable(settings.backup.away.hook),
    areRecipientsFine: await areRecipients(settings?.backup.recipients ?? []),
    triedAt: restored ? Date.parse(restored) : null,
    beganAt: statOf(dataDir)?.birthtimeMs ?? now,
  }
}

function settingsOf(env: Environment): Pick<Facts, 'settings' | 'problems'> {
  try {
    return { settings: readSettings(env), problems: [] }
  } catch (error) {
    if (error instanceof SettingsError) return { settings: undefined, problems: error.lines }
    throw error
  }
}

/** What can be known without the network and without opening the database, in a few milliseconds. */
export async function gatherFacts(env: Environment): Promise<Facts> {
  const now = Date.now()
  const dataDir = dataDirOf(env)
  const { settings, problems } = settingsOf(env)
  const isEmbedded = !(env.DATABASE_URL?.trim() || env.SUPABASE_URL?.trim())
  const dotEnv = path.resolve('.env')
  return {
    now,
    env,
    settings,
    problems,
    node: Number(process.versions.node.split('.')[0]),
    isRoot: process.getuid?.() === 0,
    memoryBytes: memoryBytes(),
    openSettings: isOpenToAll(SERVICE_SETTINGS) ? SERVICE_SETTINGS : undefined,
    isEnvFileReadable: isReadable(dotEnv) && /_(URL|KEY|SECRET)=/.test(textOf(dotEnv) ?? ''),
    ...(env.NODE_EXTRA_CA_CERTS && {
      isAuthorityRead: textOf(env.NODE_EXTRA_CA_CERTS)?.includes('-----BEGIN') ?? false,
    }),
    directory: directoryFacts(dataDir, isEmbedded),
    backups: await backupFacts(dataDir, settings, now),
    database: 'unknown',
    outside: {},
  }
}
