import fs from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '../directory/data-directory.ts'
import { StartError } from '../directory/start-error.ts'
import { words } from '../words.ts'
import { type Manifest, writeArchive } from './archive.ts'
import { dumpDatabase } from './dump.ts'
import { copyEmbedded } from './embedded-copy.ts'
import {
  BACKUP_MARKER,
  BACKUPS,
  BackupError,
  dataEntries,
  isNamedByTime,
  type Place,
  requireOwner,
  requireRoom,
  sizeOf,
  stampOf,
  WORK,
} from './installation.ts'
import { replaceByRows } from './portable.ts'

/** Entries of the embedded database: copied by the process that holds it, absent in an installation on PostgreSQL. */
const ofEmbedded = new Set(['pg', 'secrets.json', 'first-start-unfinished'])

const errno = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Hard-links where the file system can: our files are replaced by renaming, never changed in place. A file that was
 * removed a moment ago is skipped.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await fs.promises.link(from, to)
  } catch (error) {
    if (errno(error) === 'EEXIST' || errno(error) === 'ENOENT') return
    await fs.promises.copyFile(from, to)
  }
}

async function gather(from: string, to: string): Promise<void> {
  const entries = await fs.promises.readdir(from, { withFileTypes: true })
  for (const entry of entries.filter(({ name }) => !name.endsWith('.new'))) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (!entry.isDirectory()) await linkOrCopy(source, target)
    else {
      await fs.promises.mkdir(target, { recursive: true, mode: 0o700 })
      await gather(source, target)
    }
  }
}

/**
 * Copies pictures, mailbox and, for an embedded database, the keys from the data directory into `work`. Called before and
 * after the database is copied, so that every picture named in the copy is included; a job removes unused ones later.
 */
async function gatherFiles(dataDir: string, work: string, kind: 'embedded' | 'postgres'): Promise<void> {
  const names = dataEntries(dataDir).filter((name) => name !== 'pg' && !(kind === 'postgres' && ofEmbedded.has(name)))
  for (const name of names) {
    const [source, target] = [path.join(dataDir, name), path.join(work, name)]
    if (!(await fs.promises.stat(source)).isDirectory()) {
      // Copied, not linked: some are changed in place. They are small, and the later copy wins.
      await fs.promises.copyFile(source, target)
    } else {
      await fs.promises.mkdir(target, { recursive: true, mode: 0o700 })
      await gather(source, target)
    }
  }
}

type BackupOptions = {
  /** Public keys of age (`age1…`) for which to encrypt; default: not encrypted. The file's name then ends in `.age` too. */
  recipients?: readonly string[] | undefined
  /** File ending in `.tar.gz`, or an existing directory in which the file is named by its time; default: `backups/` in the data directory. */
  to?: string | undefined
  /** How many of the backups named by their time to retain; default: all. */
  keep?: number | undefined
  /** Prefix of such a name. */
  prefix?: string | undefined
  /** Version of the program, for the manifest. */
  version: string
  /** Rows in place of the files of an embedded database, for a program with another PostgreSQL. */
  portable?: boolean | undefined
  /** For a rehearsal: it does not count as a backup. */
  unmarked?: boolean | undefined
  /** Takes the complete file elsewhere, before another backup may begin; returns lines to print. If it throws, the file stays. */
  send?: ((file: string) => Promise<readonly string[]>) | undefined
}

const endingOf = (isEncrypted: boolean) => `.tar.gz${isEncrypted ? '.age' : ''}`

function targetOf(to: string | undefined, dataDir: string, stem: string, ending: string): string {
  const given = to ? path.resolve(to) : path.join(dataDir, BACKUPS)
  if (!to) fs.mkdirSync(given, { recursive: true, mode: 0o700 })
  const isFolder = fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
  // A disk that is not mounted must not become a file of its name.
  if (!isFolder && !fs.existsSync(given) && !given.endsWith(ending))
    throw new BackupError(words.backup.noFolderNorFile(given, ending))
  const target = isFolder ? path.join(given, stem + ending) : given
  if (fs.existsSync(target)) throw new BackupError(words.backup.targetExists(target))
  if (!fs.existsSync(path.dirname(target))) throw new BackupError(words.backup.folderMissing(path.dirname(target)))
  return target
}

/** Allows one backup at a time; the lock ends with the process. Leftovers of an earlier one are deleted. */
function openWork(dataDir: string): { work: string; leave: () => void } {
  if (!fs.statSync(dataDir, { throwIfNoEntry: false })) throw new BackupError(words.backup.directoryMissing(dataDir))
  requireOwner(dataDir)
  const dir = path.join(dataDir, WORK)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  const release = lockWork(dir)
  const clear = () => {
    for (const name of fs.readdirSync(dir).filter((entry) => !entry.startsWith('lock.') && entry !== 'owner.json'))
      fs.rmSync(path.join(dir, name), { recursive: true, force: true })
  }
  clear()
  const work = path.join(dir, 'copy')
  fs.mkdirSync(work, { mode: 0o700 })
  return {
    work,
    leave: () => {
      clear()
      release()
    },
  }
}

function lockWork(dir: string): () => void {
  try {
    return lockDirectory(dir)
  } catch (error) {
    if (error instanceof StartError && error.code === 'data_dir_busy')
      throw new BackupError(words.backup.runsAlready, error)
    throw error
  }
}

type About = Omit<Manifest, 'format' | 'files' | 'directories' | 'app' | 'createdAt'> & { line: string }

async function copyAll({ dataDir, databaseUrl }: Place, work: string, portable: boolean): Promise<About> {
  const kind = databaseUrl ? 'postgres' : 'embedded'
  await gatherFiles(dataDir, work, kind)
  let about: About
  if (databaseUrl) {
    const dump = await dumpDatabase(databaseUrl, work)
    about = { kind, ...dump, line: words.backup.databaseInUse }
  } else {
    const { heldMs, running, ...copy } = await copyEmbedded(dataDir, work)
    about = {
      ...copy,
      ...(portable ? { kind: 'portable', tables: await replaceByRows(work) } : { kind }),
      line: running ? words.backup.serverRan(heldMs) : words.backup.serverStopped,
    }
  }
  await gatherFiles(dataDir, work, kind)
  return about
}

/** Deletes all but the newest of the backups named by their time. The one just made stays, whatever the clock has said. */
function rotate(target: string, prefix: string, keep: number): string[] {
  const [folder, made] = [path.dirname(target), path.basename(target)]
  const others = fs.readdirSync(folder).filter((name) => isNamedByTime(prefix, name) && name !== made)
  const old = others.sort().slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of old) fs.rmSync(path.join(folder, name))
  return old.length > 0 ? [words.backup.rotated(old.length)] : []
}

/** Backs a whole installation up into one file, whether it is running or not. Returns the lines to print. */
export async function backUp(place: Place, options: BackupOptions, now = new Date()): Promise<string[]> {
  const { to, keep, prefix = 'backup', version, recipients = [], portable = false, send } = options
  const isEncrypted = recipients.length > 0
  if (portable && place.databaseUrl) throw new BackupError(words.backup.portableOfServer)
  const { work, leave } = openWork(place.dataDir)
  try {
    const target = targetOf(to, place.dataDir, `${prefix}-${stampOf(now)}`, endingOf(isEncrypted))
    const { line, ...about } = await copyAll(place, work, portable)
    // Before it is written: a full disk would stop the server's writes. Pictures hardly compress.
    requireRoom(path.dirname(target), sizeOf(work))
    await writeArchive(work, { ...about, app: version, createdAt: now.toISOString() }, target, recipients)
    if (!options.unmarked) fs.writeFileSync(path.join(place.dataDir, BACKUP_MARKER), '')
    const rotated = keep && isNamedByTime(prefix, path.basename(target)) ? rotate(target, prefix, keep) : []
    return [
      words.backup.done(target, fs.statSync(target).size, line),
      ...rotated,
      ...((await send?.(target)) ?? []),
      isEncrypted ? words.backup.keepEncrypted : words.backup.keepPlain,
    ]
  } finally {
    leave()
  }
}
