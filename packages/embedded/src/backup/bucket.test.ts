import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchDirectory } from '../../test/prepared-database.ts'
import { type S3Server, startS3 } from '../../test/s3-server.ts'
import { backupBucket } from './bucket.ts'
import { BackupError } from './installation.ts'

let scratch: string
let storage: S3Server
beforeEach(async () => {
  scratch = scratchDirectory()
  storage = await startS3()
})
afterEach(async () => {
  await storage.close()
  fs.rmSync(scratch, { recursive: true })
})

const open = (more = {}) => backupBucket({ ...storage.options, folder: 'site/backups', ...more })
const named = (day: string, prefix = 'auto') => `${prefix}-2026-11-${day}T020000Z.tar.gz`
const fileOf = (name: string, content: Buffer) => {
  const file = path.join(scratch, name)
  fs.writeFileSync(file, content)
  return file
}

test.each([
  ['small', 1_000],
  ['in parts', 20 << 20],
])('what is sent is what is fetched: %s', async (_, size) => {
  const content = Buffer.alloc(size, 'a backup of everything ')
  await open().send(fileOf(named('01'), content))
  expect(storage.keys()).toEqual([`site/backups/${named('01')}`])
  const dir = path.join(scratch, 'fetched')
  fs.mkdirSync(dir)
  const file = await open().fetch(named('01'), dir)
  expect(fs.readdirSync(dir)).toEqual([named('01')])
  expect(fs.readFileSync(file).equals(content)).toBe(true)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('the newest is the last, whatever its prefix; what is no backup is none', async () => {
  storage.place('pictures/ab', Buffer.from('1'))
  for (const name of [named('03', 'by-hand'), `${named('02')}.age`, 'notes.txt', named('01')])
    storage.place(`site/backups/${name}`, Buffer.from('1'))
  expect(await open().names()).toEqual([named('01'), `${named('02')}.age`, named('03', 'by-hand')])
})

test('thinning leaves the newest of its own, the one just made and all others', async () => {
  const others = ['pictures/ab', `site/backups/${named('01', 'by-hand')}`, 'site/backups/auto-notes.txt']
  for (const key of others) storage.place(key, Buffer.from('1'))
  for (const day of ['02', '03', '04', '05']) storage.place(`site/backups/${named(day)}`, Buffer.from('1'))
  // The clock was wrong, and is right again.
  expect(await open().thin('auto', 2, named('02'))).toBe(2)
  expect(storage.keys().sort()).toEqual(
    [...others, `site/backups/${named('02')}`, `site/backups/${named('05')}`].sort(),
  )
  expect(await open().thin('auto', 1, named('09', 'by-hand'))).toBe(1)
  expect(storage.keys()).toContain(`site/backups/${named('05')}`)
})

test.each([
  ['another secret', () => ({ secret: 'wrong' }), 'does not accept the secret'],
  ['no such bucket', () => ({ bucket: 'elsewhere' }), 'elsewhere'],
  ['nobody there', () => ({ endpoint: 'http://127.0.0.1:9' }), 'http://127.0.0.1:9'],
])('%s is told in one line', async (_, options, line) => {
  const file = fileOf(named('01'), Buffer.from('1'))
  for (const work of [() => open(options()).send(file), () => open(options()).names()]) {
    const error = await work().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BackupError)
    expect((error as Error).message).toContain(line)
    expect((error as Error).message).not.toContain('\n')
  }
})

test('one that gives no answer is not waited for', async () => {
  storage.fail('silent')
  await expect(open({ timeout: 50 }).names()).rejects.toThrow('gives no answer')
})

test('a broken transfer leaves nothing behind', async () => {
  storage.place(`site/backups/${named('01')}`, Buffer.from('1'))
  const bucket = open()
  await bucket.names()
  storage.fail('away')
  await expect(bucket.fetch(named('01'), scratch)).rejects.toThrow(BackupError)
  expect(fs.readdirSync(scratch)).toEqual([])
})
