import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everything } from '../../test/backup-places.ts'
import { MIGRATIONS, OPENS_A_DATABASE } from '../../test/open-contract.ts'
import { smallBackup } from '../../test/small-backup.ts'
import { lockDirectory } from '../directory/data-directory.ts'
import { restore } from './restore.ts'

let at: ReturnType<typeof smallBackup>
beforeEach(() => {
  at = smallBackup()
})
afterEach(() => at.remove())

test('an intact backup is restored', OPENS_A_DATABASE, async () => {
  await at.useRealDatabase()
  await at.write()
  await restore({ dataDir: at.dir }, at.file, { migrationsDir: MIGRATIONS, replace: true })
  expect(fs.readFileSync(path.join(at.dir, 'pg/rows'), 'utf8')).toContain('Zeilen')
  expect(fs.existsSync(path.join(at.dir, 'pg/empty'))).toBe(true)
})

test('files that are no database are refused', async () => {
  await at.write()
  expect(await at.refusal()).toContain('cannot be opened with this program')
})

test('files of another PostgreSQL are refused', async () => {
  await at.write('16')
  expect(await at.refusal()).toContain('holds files of PostgreSQL 16')
})

test('a directory in use is refused; replace moves its content aside', OPENS_A_DATABASE, async () => {
  await at.useRealDatabase()
  await at.write()
  const before = everything(at.dir)
  await expect(restore({ dataDir: at.dir }, at.file, { migrationsDir: MIGRATIONS })).rejects.toThrow(
    'With replace it is set aside',
  )
  const release = lockDirectory(at.dir)
  await expect(
    restore({ dataDir: at.dir }, at.file, { migrationsDir: MIGRATIONS, replace: true }),
  ).rejects.toMatchObject({
    code: 'data_dir_busy',
  })
  release()
  const { 'lock.sqlite': _lock, ...after } = everything(at.dir)
  expect(after).toEqual(before)

  const lines = await restore(
    { dataDir: at.dir },
    at.file,
    { migrationsDir: MIGRATIONS, replace: true },
    new Date(Date.UTC(2026, 0, 1)),
  )
  const aside = path.join(at.dir, 'before-restore-2026-01-01T000000Z')
  expect(lines.join('\n')).toContain(aside)
  expect(everything(aside)).toEqual(before)
})

test('a missing, a wrong and an empty file', async () => {
  expect(await at.refusal()).toContain('There is no file')
  for (const bytes of ['', 'Notiz', gzipSync('Notiz'), Buffer.alloc(10_240)]) {
    fs.writeFileSync(at.file, bytes)
    expect(await at.refusal()).toContain('no backup of this program')
  }
})

test('truncated anywhere, even in its last bytes', async () => {
  await at.write()
  const whole = fs.readFileSync(at.file)
  for (const length of [1, 20, 0.25, 0.5, 0.9, whole.length - 9, whole.length - 1]) {
    fs.writeFileSync(at.file, whole.subarray(0, length < 1 ? Math.floor(length * whole.length) : length))
    expect(await at.refusal(), `${length}`).toContain('damaged or incomplete')
  }
})

test('a truncated tar in an intact gzip', async () => {
  await at.write()
  at.editTar((tar) => tar.subarray(0, 3 * 512 + Math.floor(tar.length / 1024) * 512))
  expect(await at.refusal()).toMatch(/damaged/)
})

test('one changed byte, in the gzip and inside its checksum', async () => {
  await at.write()
  const whole = fs.readFileSync(at.file)
  const spoilt = Buffer.from(whole)
  spoilt[Math.floor(whole.length / 2)] = (spoilt[Math.floor(whole.length / 2)] ?? 0) ^ 1
  fs.writeFileSync(at.file, spoilt)
  expect(await at.refusal()).toMatch(/damaged/)
  fs.writeFileSync(at.file, whole)
  at.editTar((tar) => {
    tar[tar.indexOf('Zeilen')] = 'z'.charCodeAt(0)
    return tar
  })
  expect(await at.refusal()).toBe('The backup is damaged: "pg/rows" is not what was backed up.')
})
