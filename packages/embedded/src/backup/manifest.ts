import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { isDataOfInstallation } from './data-entries.ts'

export const MANIFEST = 'manifest.json'
/** The dump of a PostgreSQL database inside the archive; the embedded one is its directory `pg/`. */
export const DUMP = 'database.dump'
const FORMAT = 1

/** Names that stay below the directory they are put into, whatever the system; PostgreSQL's and ours are no others. */
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
  format: z.literal(FORMAT),
  kind: z.enum(['embedded', 'postgres']),
  /** Version of the program that made it. */
  app: z.string(),
  /** Newest migration of the database. */
  migration: z.string().regex(/^\d+$/),
  /** `server_version` of the database. */
  engine: z.string(),
  createdAt: z.iso.datetime(),
  files: z.record(nameSchema, z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  /** All of them: PostgreSQL misses its empty ones. */
  directories: z.array(nameSchema),
  /** Rows and hash of every table as dumped; PostgreSQL only. */
  tables: z.record(z.string(), tableSchema).optional(),
})

/** What is in a backup, and what it was made from. */
export type Manifest = z.infer<typeof manifestSchema>
export type KeptFile = Manifest['files'][string]

const versionSchema = z.object({ format: z.number() })

/** Reads what an archive says of itself. Throws BackupError when that is not ours, too new, or leads out of the directory. */
export function readManifest(text: string): Manifest {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch (error) {
    throw new BackupError('Das ist keine Sicherung dieses Programms: Ihr Verzeichnis ist nicht lesbar.', error)
  }
  const version = versionSchema.safeParse(said)
  if (version.success && version.data.format > FORMAT)
    throw new BackupError(
      'Die Sicherung stammt von einer neueren Version dieses Programms. Bitte erst das Programm aktualisieren.',
    )
  const read = manifestSchema.safeParse(said)
  if (!read.success)
    throw new BackupError('Das ist keine Sicherung dieses Programms: Ihr Verzeichnis ist beschädigt.', read.error)
  return read.data
}

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts })
