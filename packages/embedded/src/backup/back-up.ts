import fs from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '../directory/lock.ts'
import { StartError } from '../directory/start-error.ts'
import { BackupError } from './backup-error.ts'
import { copyEmbedded } from './copy-embedded.ts'
import { BACKUP_MARK, BACKUPS, type Place, requireOwner, stampOf, WORK } from './data-entries.ts'
import { dumpDatabase } from './dump-database.ts'
import { gatherFiles } from './gather-files.ts'
import type { Manifest } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

export type BackupOptions = {
  /** File, or directory in which the file is named by its time; default: `backups/` of the data directory. */
  to?: string | undefined
  /** How many of the backups named by their time stay; default: all. */
  keep?: number | undefined
  /** What such a name begins with. */
  prefix?: string | undefined
  /** Version of the program, for the manifest. */
  version: string
}

const fileName = (prefix: string, now: Date) => `${prefix}-${stampOf(now)}.tar.gz`
const isNamedByTime = (prefix: string, name: string) =>
  name.startsWith(`${prefix}-`) && /^\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/.test(name.slice(prefix.length + 1))

function targetOf(to: string | undefined, dataDir: string, name: string): string {
  const given = to ? path.resolve(to) : path.join(dataDir, BACKUPS)
  if (!to) fs.mkdirSync(given, { recursive: true, mode: 0o700 })
  const isFolder = fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
  const target = isFolder ? path.join(given, name) : given
  if (fs.existsSync(target)) throw new BackupError(`${target} gibt es schon und wird nicht überschrieben.`)
  if (!fs.existsSync(path.dirname(target))) throw new BackupError(`Den Ordner ${path.dirname(target)} gibt es nicht.`)
  return target
}

/** One backup at a time; the lock goes with the process. What an earlier one left behind is cleared. */
function openWork(dataDir: string): { work: string; leave: () => void } {
  if (!fs.existsSync(dataDir))
    throw new BackupError(`Das Verzeichnis ${dataDir} gibt es nicht. Bitte den Ort des Datenverzeichnisses prüfen.`)
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
      throw new BackupError('Es läuft schon eine Sicherung. Bitte warten, bis sie fertig ist.', error)
    throw error
  }
}

type About = Omit<Manifest, 'format' | 'files' | 'directories' | 'app' | 'createdAt'> & { line: string }

async function copyAll({ dataDir, databaseUrl }: Place, work: string): Promise<About> {
  const kind = databaseUrl ? 'postgres' : 'embedded'
  await gatherFiles(dataDir, work, kind)
  let about: About
  if (databaseUrl) {
    const dump = await dumpDatabase(databaseUrl, work)
    about = { kind, ...dump, line: 'Die Datenbank war dabei in Betrieb.' }
  } else {
    const { heldMs, running, ...copy } = await copyEmbedded(dataDir, work)
    about = {
      kind,
      ...copy,
      line: running ? `Der Server lief weiter; die Datenbank hat ${heldMs} ms gewartet.` : 'Der Server lief nicht.',
    }
  }
  await gatherFiles(dataDir, work, kind)
  return about
}

/** Of the backups named by their time the newest stay. */
function rotate(folder: string, prefix: string, keep: number): string[] {
  const old = fs
    .readdirSync(folder)
    .filter((name) => isNamedByTime(prefix, name))
    .sort()
    .slice(0, -keep)
  for (const name of old) fs.rmSync(path.join(folder, name))
  return old.length > 0 ? [`${old.length} ältere Sicherungen gelöscht.`] : []
}

const megabytes = (file: string) =>
  (fs.statSync(file).size / 1024 / 1024).toLocaleString('de-DE', { maximumFractionDigits: 1 })

/** Makes one file of everything an installation is, whether it runs or not. Gives back the lines to print. */
export async function backUp(place: Place, options: BackupOptions, now = new Date()): Promise<string[]> {
  const { to, keep, prefix = 'backup', version } = options
  const { work, leave } = openWork(place.dataDir)
  try {
    const target = targetOf(to, place.dataDir, fileName(prefix, now))
    const { line, ...about } = await copyAll(place, work)
    await writeArchive(work, { ...about, app: version, createdAt: now.toISOString() }, target)
    fs.writeFileSync(path.join(place.dataDir, BACKUP_MARK), '')
    return [
      `Gesichert: ${target} (${megabytes(target)} MB). ${line}`,
      ...(keep && isNamedByTime(prefix, path.basename(target)) ? rotate(path.dirname(target), prefix, keep) : []),
      'Die Datei enthält Schlüssel und alles, was Mitglieder gelöscht haben: Bewahr sie verschlossen und nicht auf dieser Maschine auf.',
    ]
  } finally {
    leave()
  }
}
