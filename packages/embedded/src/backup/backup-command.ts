import fs from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '../directory/lock.ts'
import { StartError } from '../directory/start-error.ts'
import { BackupError } from './backup-error.ts'
import { type Environment, type Place, placeOf, readBackupArguments, runCommand } from './command-line.ts'
import { copyEmbedded } from './copy-embedded.ts'
import { BACKUP_MARK, BACKUPS, requireOwner, stampOf, WORK } from './data-entries.ts'
import { dumpDatabase } from './dump-database.ts'
import { gatherFiles } from './gather-files.ts'
import type { Manifest } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

const ours = /^hot-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/

/** `--to` a directory, or nothing, names the file by its time. */
function targetOf(to: string | undefined, dataDir: string, now: Date): string {
  const given = to ? path.resolve(to) : path.join(dataDir, BACKUPS)
  if (!to) fs.mkdirSync(given, { recursive: true, mode: 0o700 })
  const isFolder = fs.statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
  const target = isFolder ? path.join(given, `hot-${stampOf(now)}.tar.gz`) : given
  if (fs.existsSync(target)) throw new BackupError(`${target} gibt es schon und wird nicht überschrieben.`)
  if (!fs.existsSync(path.dirname(target))) throw new BackupError(`Den Ordner ${path.dirname(target)} gibt es nicht.`)
  return target
}

/** One backup at a time; the lock goes with the process. What an earlier one left behind is cleared. */
function openWork(dataDir: string): { work: string; leave: () => void } {
  if (!fs.existsSync(dataDir))
    throw new BackupError(`Das Verzeichnis ${dataDir} gibt es nicht. Bitte HOT_DATA_DIR prüfen.`)
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
      line: running ? `HoT lief weiter; die Datenbank hat ${heldMs} ms gewartet.` : 'HoT lief nicht.',
    }
  }
  await gatherFiles(dataDir, work, kind)
  return about
}

/** Of the backups named by their time the newest stay. */
function rotate(folder: string, keep: number): string[] {
  const old = fs
    .readdirSync(folder)
    .filter((name) => ours.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) fs.rmSync(path.join(folder, name))
  return old.length > 0 ? [`${old.length} ältere Sicherungen gelöscht.`] : []
}

function versionOfApp(): string {
  const file = path.resolve(import.meta.dirname, '../../../../package.json')
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version
}

const megabytes = (file: string) =>
  (fs.statSync(file).size / 1024 / 1024).toLocaleString('de-DE', { maximumFractionDigits: 1 })

/** Makes one file of everything an installation is, whether it runs or not. Gives back the lines to print. */
export async function backUp(args: readonly string[], env: Environment, now = new Date()): Promise<string[]> {
  const { to, keep } = readBackupArguments(args)
  const place = placeOf(env)
  const { work, leave } = openWork(place.dataDir)
  try {
    const target = targetOf(to, place.dataDir, now)
    const { line, ...about } = await copyAll(place, work)
    await writeArchive(work, { ...about, app: versionOfApp(), createdAt: now.toISOString() }, target)
    fs.writeFileSync(path.join(place.dataDir, BACKUP_MARK), '')
    return [
      `Gesichert: ${target} (${megabytes(target)} MB). ${line}`,
      ...(keep && ours.test(path.basename(target)) ? rotate(path.dirname(target), keep) : []),
      'Die Datei enthält Schlüssel und alles, was Mitglieder gelöscht haben: Bewahr sie verschlossen und nicht auf dieser Maschine auf.',
    ]
  } finally {
    leave()
  }
}

if (import.meta.main) await runCommand(() => backUp(process.argv.slice(2), process.env))
