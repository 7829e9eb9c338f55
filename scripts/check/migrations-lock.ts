/**
 * `npm run migrations:lock`, at a release: adds its migrations to supabase/migrations.lock. From then on installations have
 * run them, so they never change again: a mistake is fixed by a new migration.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export const migrationsFolder = path.join(import.meta.dirname, '../../supabase/migrations')
export const lockFile = path.join(import.meta.dirname, '../../supabase/migrations.lock')

export type Migration = { file: string; checksum: string }

/** Git may convert line ends to CRLF on Windows; that is no change. */
const checksumOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** The migrations of a folder, in the order in which they run. */
export const migrationsIn = (folder: string): Migration[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ file, checksum: checksumOf(fs.readFileSync(path.join(folder, file), 'utf8')) }))

/** A lock has one line for each migration, in order: checksum and file. */
export const lockText = (migrations: readonly Migration[]): string =>
  migrations.map(({ file, checksum }) => `${checksum}  ${file}\n`).join('')

export const readLock = (text: string): Migration[] =>
  text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((line) => {
      const [checksum = '', file = ''] = line.split(/\s+/)
      return { file, checksum }
    })

/** Forbidden changes to locked migrations, and new ones that would run before a locked one. */
export function brokenLocks(locked: readonly Migration[], migrations: readonly Migration[]): string[] {
  const found = new Map(migrations.map(({ file, checksum }) => [file, checksum]))
  const last = locked.at(-1)?.file ?? ''
  const known = new Set(locked.map(({ file }) => file))
  return [
    ...locked.flatMap(({ file, checksum }, at) => {
      if (!found.has(file)) return [`${file} is locked and missing`]
      if (found.get(file) !== checksum) return [`${file} is locked and has changed: write another migration`]
      return (locked[at - 1]?.file ?? '') < file ? [] : [`${file} is not in order in the lock`]
    }),
    ...migrations
      .filter(({ file }) => !known.has(file) && file < last)
      .map(({ file }) => `${file} would run before ${last}, which is locked`),
    ...migrations
      .filter(({ file }) => !/^\d{14}_[a-z0-9_]+\.sql$/.test(file))
      .map(({ file }) => `${file} is not named 20260101000000_name.sql`),
    ...migrations
      .filter(({ file }, at) => file.slice(0, 14) === migrations[at - 1]?.file.slice(0, 14))
      .map(({ file }) => `${file} has the number of another migration`),
  ]
}

/** `20261128153000`, in UTC. */
const stampOf = (instant: Date) => instant.toISOString().replace(/\D/g, '').slice(0, 14)

const instantOf = (stamp: string) =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))

/** The stamp of the next migration: now, or a second after the last. */
export function nextStamp(files: readonly string[], now: Date): string {
  const last =
    files
      .filter((file) => /^\d{14}_/.test(file))
      .sort()
      .at(-1)
      ?.slice(0, 14) ?? ''
  const own = stampOf(now)
  return own > last ? own : stampOf(new Date(instantOf(last).getTime() + 1000))
}

if (import.meta.main) {
  const migrations = migrationsIn(migrationsFolder)
  const locked = fs.existsSync(lockFile) ? readLock(fs.readFileSync(lockFile, 'utf8')) : []
  const broken = brokenLocks(locked, migrations)
  if (broken.length > 0) throw new Error(broken.join('\n'))
  fs.writeFileSync(lockFile, lockText(migrations))
  console.info(`${migrations.length - locked.length} of ${migrations.length} migrations were new.`)
}
