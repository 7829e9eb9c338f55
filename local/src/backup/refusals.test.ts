import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { create } from 'tar'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { everything } from '../../test/backup-places.ts'
import { lockDirectory } from '../lock.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore-command.ts'
import { writeArchive } from './write-archive.ts'

let scratch: string
let source: string
let dir: string
let file: string

/** A directory that looks like an installation, restored nowhere; and one that a refused restore must not touch. */
beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-refusals-'))
  source = path.join(scratch, 'source')
  dir = path.join(scratch, 'data')
  file = path.join(scratch, 'backup.tar.gz')
  fs.mkdirSync(path.join(source, 'pg/empty'), { recursive: true })
  fs.writeFileSync(path.join(source, 'pg/PG_VERSION'), '17\n')
  fs.writeFileSync(path.join(source, 'pg/rows'), 'Zeilen '.repeat(20_000))
  fs.writeFileSync(path.join(source, 'secrets.json'), '{}')
  fs.mkdirSync(dir)
  fs.writeFileSync(path.join(dir, 'secrets.json'), 'was vorher da war')
})
afterEach(() => fs.rmSync(scratch, { recursive: true, force: true }))

const about = { kind: 'embedded', app: '0.1.0', migration: '20250101000000', engine: '17.5' } as const
const write = (changes: Partial<Manifest> = {}) =>
  writeArchive(source, { ...about, createdAt: '2026-11-22T00:00:00.000Z', ...changes }, file)

/** The one line with which `file` is refused, having changed nothing, in a used place and in one that is not there. */
async function refusal(): Promise<string> {
  const state = () => ({ ...everything(dir), 'lock.sqlite': undefined })
  const before = state()
  const missing = path.join(scratch, 'missing')
  const lines = [dir, missing].map((HOT_DATA_DIR) =>
    restore([file, '--replace'], { HOT_DATA_DIR }).then(
      () => 'restored',
      (error: unknown) => (error instanceof BackupError ? error.message : `unexpected: ${String(error)}`),
    ),
  )
  const [used, fresh] = await Promise.all(lines)
  expect(state()).toEqual(before)
  expect(fs.existsSync(missing)).toBe(false)
  expect(fresh).toBe(used)
  expect(used).not.toContain('\n')
  return used ?? ''
}

/** The archive once more, as somebody would make it who has its parts: entries as they are given. */
async function writeByHand(manifest: Manifest, extra: (folder: string) => string[] = () => []): Promise<void> {
  fs.rmSync(file, { force: true })
  fs.writeFileSync(path.join(source, 'manifest.json'), JSON.stringify(manifest))
  const names = ['manifest.json', 'pg', 'secrets.json', ...extra(source)]
  await create({ file, cwd: source, gzip: true, portable: true, preservePaths: true }, names)
}

/** Changes the bytes of the tar inside the gzip. */
const editTar = (edit: (tar: Buffer) => Buffer) =>
  fs.writeFileSync(file, gzipSync(edit(gunzipSync(fs.readFileSync(file)))))

test('a whole one is restored, so that the refusals below are about what they say', async () => {
  await write()
  await restore([file, '--replace'], { HOT_DATA_DIR: dir })
  expect(fs.readFileSync(path.join(dir, 'pg/rows'), 'utf8')).toContain('Zeilen')
  expect(fs.existsSync(path.join(dir, 'pg/empty'))).toBe(true)
})

test('a place that is used is refused, and with --replace keeps what was there', async () => {
  await write()
  const before = everything(dir)
  await expect(restore([file], { HOT_DATA_DIR: dir })).rejects.toThrow('Mit --replace wird es beiseitegelegt')
  const release = lockDirectory(dir)
  await expect(restore([file, '--replace'], { HOT_DATA_DIR: dir })).rejects.toMatchObject({ code: 'data_dir_busy' })
  release()
  const { 'lock.sqlite': _lock, ...after } = everything(dir)
  expect(after).toEqual(before)

  const lines = await restore([file, '--replace'], { HOT_DATA_DIR: dir }, new Date(Date.UTC(2026, 0, 1)))
  const aside = path.join(dir, 'before-restore-2026-01-01T000000Z')
  expect(lines[1]).toContain(aside)
  expect(everything(aside)).toEqual(before)
})

test('no file, another file, an empty one', async () => {
  expect(await refusal()).toContain('gibt es nicht')
  for (const bytes of ['', 'Notiz', gzipSync('Notiz'), Buffer.alloc(10_240)]) {
    fs.writeFileSync(file, bytes)
    expect(await refusal()).toContain('keine Sicherung von HoT')
  }
})

test('cut off anywhere, even in its last bytes', async () => {
  await write()
  const whole = fs.readFileSync(file)
  for (const length of [1, 20, 0.25, 0.5, 0.9, whole.length - 9, whole.length - 1]) {
    fs.writeFileSync(file, whole.subarray(0, length < 1 ? Math.floor(length * whole.length) : length))
    expect(await refusal(), `${length}`).toContain('beschädigt oder unvollständig')
  }
})

test('a tar that ends early behind a gzip that is whole', async () => {
  await write()
  editTar((tar) => tar.subarray(0, 3 * 512 + Math.floor(tar.length / 1024) * 512))
  expect(await refusal()).toMatch(/beschädigt/)
})

test('one changed byte, in the archive and under its checksum', async () => {
  await write()
  const whole = fs.readFileSync(file)
  const spoilt = Buffer.from(whole)
  spoilt[Math.floor(whole.length / 2)] = (spoilt[Math.floor(whole.length / 2)] ?? 0) ^ 1
  fs.writeFileSync(file, spoilt)
  expect(await refusal()).toMatch(/beschädigt/)
  fs.writeFileSync(file, whole)
  editTar((tar) => {
    tar[tar.indexOf('Zeilen')] = 'z'.charCodeAt(0)
    return tar
  })
  expect(await refusal()).toBe('Die Sicherung ist beschädigt: "pg/rows" ist nicht, was gesichert wurde.')
})

test('newer than this program, by its format or by its database', async () => {
  const manifest = await write()
  await writeByHand({ ...manifest, format: 2 as never })
  expect(await refusal()).toContain('neueren Version von HoT')
  await writeByHand({ ...manifest, migration: '29990101000000' })
  expect(await refusal()).toContain('neuer als dieses Programm')
})

test('the other kind of database', async () => {
  const manifest = await write()
  await writeByHand({ ...manifest, kind: 'postgres' })
  expect(await refusal()).toContain('Bitte DATABASE_URL setzen')
})

test('names that lead out of the directory or into what is not an installation', async () => {
  const manifest = await write()
  const entry = { bytes: 4, sha256: createHash('sha256').update('drin').digest('hex') }
  fs.writeFileSync(path.join(scratch, 'outside'), 'drin')
  for (const name of [
    '../outside',
    'pg/../../outside',
    '/etc/outside',
    'pg\\..\\x',
    'lock.sqlite',
    'restore-unfinished',
  ]) {
    await writeByHand({ ...manifest, files: { ...manifest.files, [name]: entry } })
    expect(await refusal(), name).toContain('Verzeichnis ist beschädigt')
  }
  await writeByHand(manifest, () => ['../outside'])
  expect(await refusal()).toContain('"../outside"')
})

test('links, and a name that comes twice', async () => {
  const manifest = await write()
  await writeByHand(manifest, (folder) => {
    fs.symlinkSync('/etc/hostname', path.join(folder, 'link'))
    return ['link']
  })
  expect(await refusal()).toContain('"link"')
  await writeByHand(manifest, () => ['secrets.json'])
  expect(await refusal()).toContain('"secrets.json"')
})
