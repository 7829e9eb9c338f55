import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Manifest } from '@hot/embedded/backup/archive'
import { writeArchive } from '@hot/embedded/backup/archive'
import { BackupError } from '@hot/embedded/backup/installation'
import { restore } from '@hot/embedded/backup/restore'
import { create } from 'tar'
import { expect } from 'vitest'
import { everything } from './backup-places.ts'
import { MIGRATIONS } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

const about = { kind: 'embedded', app: '0.1.0', migration: '20250101000000', engine: '17.5' } as const

/** A directory that looks like an installation, its backup, and a used directory that a refused restore must not touch. */
export function smallBackup() {
  const scratch = scratchDirectory()
  const [source, dir] = [path.join(scratch, 'source'), path.join(scratch, 'data')]
  const file = path.join(scratch, 'backup.tar.gz')
  fs.mkdirSync(path.join(source, 'pg/empty'), { recursive: true })
  fs.writeFileSync(path.join(source, 'pg/rows'), 'Zeilen '.repeat(20_000))
  fs.writeFileSync(path.join(source, 'secrets.json'), '{}')
  fs.mkdirSync(dir)
  fs.writeFileSync(path.join(dir, 'secrets.json'), 'was vorher da war')

  const lineOf = (dataDir: string): Promise<string> =>
    restore({ dataDir }, file, { migrationsDir: MIGRATIONS, replace: true }).then(
      () => 'restored',
      (error: unknown) => (error instanceof BackupError ? error.message : `unexpected: ${String(error)}`),
    )
  return {
    scratch,
    dir,
    file,
    /** Puts a database that can be opened in the place of the one that only looks like it. */
    useRealDatabase: () => copyPreparedDatabase(path.join(source, 'pg'), MIGRATIONS),
    remove: () => fs.rmSync(scratch, { recursive: true, force: true }),
    /** `postgres`: the major version of which the files seem to be. */
    write: (postgres = '17') => {
      fs.writeFileSync(path.join(source, 'pg/PG_VERSION'), `${postgres}\n`)
      return writeArchive(source, { ...about, createdAt: '2026-11-22T00:00:00.000Z' }, file)
    },
    /** The line with which `file` is refused, in a used directory and in a missing one; nothing is changed. */
    refusal: async (): Promise<string> => {
      const state = () => ({ ...everything(dir), 'lock.sqlite': undefined })
      const [before, missing] = [state(), path.join(scratch, 'missing')]
      const [used, fresh] = [await lineOf(dir), await lineOf(missing)]
      expect(state()).toEqual(before)
      expect(fs.existsSync(missing)).toBe(false)
      expect(fresh).toBe(used)
      expect(used).not.toContain('\n')
      return used
    },
    /** The archive with the given entries, as somebody could forge it. */
    writeByHand: async (manifest: Manifest, extra: (folder: string) => string[] = () => []): Promise<void> => {
      fs.rmSync(file, { force: true })
      fs.writeFileSync(path.join(source, 'manifest.json'), JSON.stringify(manifest))
      const names = ['manifest.json', 'pg', 'secrets.json', ...extra(source)]
      await create({ file, cwd: source, gzip: true, portable: true, preservePaths: true }, names)
    },
    /** Changes the bytes of the tar inside the gzip. */
    editTar: (edit: (tar: Buffer) => Buffer) =>
      fs.writeFileSync(file, gzipSync(edit(gunzipSync(fs.readFileSync(file))))),
  }
}
