import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { extract, list, type ReadEntry } from 'tar'
import { BackupError } from './backup-error.ts'
import { type KeptFile, MANIFEST, type Manifest, readManifest } from './manifest.ts'

/** A list of a hundred thousand pictures stays below; anything larger is none of ours. */
const largestManifest = 64 << 20

type Found = { files: Map<string, KeptFile>; directories: Set<string>; manifest: string; strange: string[] }

/** Reads through the whole archive and writes nothing. */
async function contentsOf(file: string): Promise<Found> {
  const found: Found = { files: new Map(), directories: new Set(), manifest: '', strange: [] }
  const take = (entry: ReadEntry) => {
    const name = entry.path.replace(/\/$/, '')
    if (entry.type === 'Directory') return void found.directories.add(name)
    const known = found.files.has(name) || (name === MANIFEST && found.manifest !== '')
    if (entry.type !== 'File' || known || (name === MANIFEST && entry.size > largestManifest))
      return void found.strange.push(name)
    const hash = createHash('sha256')
    const parts: Buffer[] = []
    entry.on('data', (chunk: Buffer) => {
      if (name === MANIFEST) parts.push(Buffer.from(chunk))
      else hash.update(chunk)
    })
    entry.on('end', () => {
      if (name === MANIFEST) found.manifest = Buffer.concat(parts).toString('utf8')
      else found.files.set(name, { bytes: entry.size, sha256: hash.digest('hex') })
    })
  }
  try {
    await list({ file, strict: true, onReadEntry: take })
  } catch (error) {
    throw new BackupError(
      `${file} ist keine Sicherung dieses Programms, oder sie ist beschädigt oder unvollständig.`,
      error,
    )
  }
  return found
}

/** Everything that differs from what the archive says of itself; links and doubled names are such things too. */
function differences({ files, directories, strange }: Found, manifest: Manifest): string[] {
  const said = Object.entries(manifest.files)
  const missing = said.filter(([name, { bytes, sha256 }]) => {
    const file = files.get(name)
    return file?.sha256 !== sha256 || file.bytes !== bytes
  })
  const known = new Set(manifest.directories)
  return [
    ...strange,
    ...missing.map(([name]) => name),
    ...[...files.keys()].filter((name) => !Object.hasOwn(manifest.files, name)),
    ...[...directories].filter((name) => !known.has(name)),
    ...manifest.directories.filter((name) => !directories.has(name)),
  ]
}

/** Reads a backup from its first byte to its last and gives back what it says of itself. Throws BackupError. */
export async function verifyArchive(file: string): Promise<Manifest> {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupError(`Die Datei ${file} gibt es nicht.`)
  const found = await contentsOf(file)
  if (!found.manifest) throw new BackupError(`${file} ist keine Sicherung dieses Programms: Ihr fehlt das Verzeichnis.`)
  const manifest = readManifest(found.manifest)
  const [first] = differences(found, manifest)
  if (first !== undefined)
    throw new BackupError(`Die Sicherung ist beschädigt: ${JSON.stringify(first)} ist nicht, was gesichert wurde.`)
  return manifest
}

/** Unpacks an archive that `verifyArchive` has read into the empty directory `dir`. */
export async function unpackArchive(file: string, dir: string, manifest: Manifest): Promise<void> {
  const wanted = new Set([...Object.keys(manifest.files), ...manifest.directories])
  await extract({
    file,
    cwd: dir,
    strict: true,
    preserveOwner: false,
    filter: (name) => wanted.has(name.replace(/\/$/, '')),
  })
}
