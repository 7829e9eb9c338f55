import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create, extract, list, type Parser, type ReadEntry } from 'tar'
import { z } from 'zod'
import { syncDirectory, syncFile } from '../directory/sync.ts'
import { words } from '../words.ts'
import { encryptionFor, feed, openBackup, throughSink } from './encryption.ts'
import { BackupError, isDataOfInstallation } from './installation.ts'

const MANIFEST = 'manifest.json'
/** The dump of a PostgreSQL database inside the archive; the embedded one is its directory `pg/`. */
export const DUMP = 'database.dump'
/**
 * 1: tables are hashed in the order of their rows, of which PostgreSQL gathers 33 million at most. 3: a portable one, which
 * older programs do not know.
 */
const FORMATS = [1, 2, 3] as const
const FORMAT = 2
const NEWEST_FORMAT = 3

/** Names that cannot lead out of the directory they are unpacked into, on any system. PostgreSQL's files and ours all match. */
const isSafeName = (name: string) =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part))

const nameSchema = z
  .string()
  .max(500)
  .refine(
    (name) => isSafeName(name) && (name === DUMP || isDataOfInstallation(name.split('/')[0] ?? '')),
    'not a name of ours',
  )

const tableSchema = z.object({ rows: z.number().int(), hash: z.string() })

const manifestSchema = z.object({
  format: z.literal(FORMATS),
  /** `portable`: the rows of an embedded database in place of its files. */
  kind: z.enum(['embedded', 'portable', 'postgres']),
  /** Version of the program that made it. */
  app: z.string(),
  /** Newest migration of the database. */
  migration: z.string().regex(/^\d+$/),
  /** `server_version` of the database. */
  engine: z.string(),
  createdAt: z.iso.datetime(),
  files: z.record(nameSchema, z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** Empty ones too: PostgreSQL does not start without them. */
  directories: z.array(nameSchema),
  /** Rows and hash of every table as dumped; not where the files of the database are copied. */
  tables: z.record(z.string(), tableSchema).optional(),
})

/** Contents and origin of a backup. */
export type Manifest = z.infer<typeof manifestSchema>
type ManifestFile = Manifest['files'][string]

const versionSchema = z.object({ format: z.number() })

/** Parses an archive's manifest. Throws BackupError if it is not ours, too new, or names paths outside the directory. */
function readManifest(text: string): Manifest {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new BackupError(words.backup.manifestUnreadable, error)
  }
  const version = versionSchema.safeParse(parsed)
  if (version.success && version.data.format > NEWEST_FORMAT) throw new BackupError(words.backup.newerFormat)
  const read = manifestSchema.safeParse(parsed)
  if (!read.success) throw new BackupError(words.backup.manifestDamaged, read.error)
  return read.data
}

const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({
  format: parts.kind === 'portable' ? NEWEST_FORMAT : FORMAT,
  ...parts,
})

/** A manifest of a hundred thousand pictures stays below this; a larger one is not ours. */
const largestManifest = 64 << 20

type Found = { files: Map<string, ManifestFile>; directories: Set<string>; manifest: string; strange: string[] }

/** A parser that notes what an archive holds and writes nothing. */
function archiveReader(): { parser: Parser; found: Found } {
  const found: Found = { files: new Map(), directories: new Set(), manifest: '', strange: [] }
  const take = (entry: ReadEntry) => {
    const name = entry.path.replace(/\/$/, '')
    const isKnown = found.files.has(name) || (name === MANIFEST && found.manifest !== '')
    const isOurs = entry.type === 'File' && !isKnown && !(name === MANIFEST && entry.size > largestManifest)
    if (entry.type === 'Directory') found.directories.add(name)
    else if (!isOurs) found.strange.push(name)
    if (!isOurs) return
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
  return { parser: list({ strict: true, onReadEntry: take }), found }
}

/** Reads the whole archive without writing anything. */
async function contentsOf(file: string, identities: readonly string[]): Promise<Found> {
  const { parser, found } = archiveReader()
  const content = await openBackup(file, identities)
  try {
    await feed(content, parser, 'end')
  } catch (error) {
    throw new BackupError(words.backup.noBackup(file), error)
  }
  return found
}

/** Names of all entries that differ from the manifest, links and duplicate names included. */
function differences({ files, directories, strange }: Found, manifest: Manifest): string[] {
  const differing = Object.entries(manifest.files).filter(([name, { bytes, sha256 }]) => {
    const file = files.get(name)
    return file?.sha256 !== sha256 || file.bytes !== bytes
  })
  const known = new Set(manifest.directories)
  return [
    ...strange,
    ...differing.map(([name]) => name),
    ...[...files.keys()].filter((name) => !Object.hasOwn(manifest.files, name)),
    ...[...directories].filter((name) => !known.has(name)),
    ...manifest.directories.filter((name) => !directories.has(name)),
  ]
}

/**
 * Reads a backup completely, compares it with its manifest and returns that; `identities`: secret keys of age, one of
 * which opens an encrypted one. Throws BackupError.
 */
export async function verifyArchive(file: string, identities: readonly string[] = []): Promise<Manifest> {
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) throw new BackupError(words.backup.fileMissing(file))
  return verified(await contentsOf(file, identities), file)
}

function verified(found: Found, file: string): Manifest {
  if (!found.manifest) throw new BackupError(words.backup.noManifest(file))
  const manifest = readManifest(found.manifest)
  const [first] = differences(found, manifest)
  if (first !== undefined) throw new BackupError(words.backup.entryDiffers(first))
  return manifest
}

/** Unpacks an archive that `verifyArchive` has read into the empty directory `dir`. */
export async function unpackArchive(
  file: string,
  dir: string,
  manifest: Manifest,
  identities: readonly string[] = [],
): Promise<void> {
  const wanted = new Set([...Object.keys(manifest.files), ...manifest.directories])
  const unpacker = extract({
    cwd: dir,
    strict: true,
    preserveOwner: false,
    filter: (name) => wanted.has(name.replace(/\/$/, '')),
  })
  await feed(await openBackup(file, identities), unpacker, 'close')
}

async function hashOf(file: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(fs.createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Every file and directory below `dir`, with names as an archive has them. */
async function inventory(dir: string): Promise<Pick<Manifest, 'files' | 'directories'>> {
  const files: Manifest['files'] = {}
  const directories: string[] = []
  for (const entry of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name)
    const name = path.relative(dir, at).split(path.sep).join('/')
    if (entry.isDirectory()) directories.push(name)
    else if (entry.isFile()) files[name] = await hashOf(at)
    else throw new BackupError(words.backup.noFile(name))
  }
  return { files, directories }
}

/** Writes an archive that this process can read again, and reads it. */
async function writePlain(dir: string, names: string[], part: string): Promise<void> {
  await create({ file: part, cwd: dir, gzip: true, portable: true, strict: true }, names)
  fs.chmodSync(part, 0o600)
  await syncFile(part)
  await verifyArchive(part)
}

/**
 * Writes an archive that this process cannot read again: what is encrypted is verified on its way, and the file must hold
 * what the encryption has given.
 */
async function writeEncrypted(
  dir: string,
  names: string[],
  part: string,
  recipients: readonly string[],
): Promise<void> {
  const encrypt = encryptionFor(recipients)
  const { parser, found } = archiveReader()
  const pack = create({ cwd: dir, gzip: true, portable: true, strict: true }, names)
  const plain = Readable.from(throughSink(pack, parser, 'end'), { objectMode: false })
  const hash = createHash('sha256')
  await pipeline(
    await encrypt(plain),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    fs.createWriteStream(part, { mode: 0o600 }),
  )
  await syncFile(part)
  verified(found, part)
  if ((await hashOf(part)).sha256 !== hash.digest('hex')) throw new BackupError(words.backup.writtenDiffers)
}

/**
 * Packs the contents of `dir`, which must not change meanwhile, into `target`, encrypted if there are `recipients`. The
 * file appears there only once it is complete, verified and flushed to disk. Only its owner may read it, because it holds
 * secrets.
 */
export async function writeArchive(
  dir: string,
  about: Omit<Manifest, 'format' | 'files' | 'directories'>,
  target: string,
  recipients: readonly string[] = [],
): Promise<Manifest> {
  const manifest = newManifest({ ...about, ...(await inventory(dir)) })
  fs.writeFileSync(path.join(dir, MANIFEST), JSON.stringify(manifest), { mode: 0o600 })
  const part = `${target}.part`
  try {
    fs.closeSync(fs.openSync(part, 'w', 0o600))
    // The manifest comes first, so that a reader knows what to expect.
    const names = [MANIFEST, ...fs.readdirSync(dir).filter((name) => name !== MANIFEST)]
    await (recipients.length > 0 ? writeEncrypted(dir, names, part, recipients) : writePlain(dir, names, part))
    fs.renameSync(part, target)
    syncDirectory(path.dirname(target))
  } finally {
    fs.rmSync(part, { force: true })
  }
  return manifest
}
