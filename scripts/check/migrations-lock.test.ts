import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  brokenLocks,
  lockFile,
  lockText,
  migrationsFolder,
  migrationsIn,
  nextStamp,
  readLock,
} from './migrations-lock.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-migrations-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const first = '20260101000000_stars.sql'
const second = '20260102000000_posts.sql'

/** The migrations of a folder with these files. */
function migrations(files: Readonly<Record<string, string>>) {
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file))
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text)
  return migrationsIn(folder)
}
const baseline = { [first]: 'create table stars ();\nselect 1;\n', [second]: 'create table posts ();\n' }
const locked = readLock(lockText(migrations(baseline)))

describe('the lock of the migrations', () => {
  it('holds the migrations of released versions, which never change', () => {
    const lock = readLock(fs.readFileSync(lockFile, 'utf8'))
    expect(lock.length).toBeGreaterThanOrEqual(30)
    expect(brokenLocks(lock, migrationsIn(migrationsFolder))).toEqual([])
  })

  it('allows new migrations after the locked ones', () => {
    expect(brokenLocks(locked, migrations({ ...baseline, '20260103000000_polls.sql': 'select 2;' }))).toEqual([])
    expect(brokenLocks([], migrations(baseline))).toEqual([])
  })

  it('ignores line endings', () => {
    const onWindows = { ...baseline, [first]: 'create table stars ();\r\nselect 1;\r\n' }
    expect(brokenLocks(locked, migrations(onWindows))).toEqual([])
    expect(readLock(lockText(locked).replaceAll('\n', '\r\n'))).toEqual(locked)
  })

  it.each([
    ['a changed one', { ...baseline, [first]: 'create table stars (id int);\n' }, 'has changed'],
    ['a blank more', { ...baseline, [second]: 'create table posts () ;\n' }, 'has changed'],
    ['a missing one', { [first]: baseline[first] ?? '' }, 'is locked and missing'],
    ['a renamed one', { [first]: baseline[first] ?? '', '20260102000000_topics.sql': '' }, 'is locked and missing'],
    ['one put in between', { ...baseline, '20260101120000_polls.sql': '' }, 'would run before'],
    ['another name', { ...baseline, 'polls.sql': '' }, 'is not named'],
    ['a number taken twice', { ...baseline, '20260102000000_zebras.sql': '' }, 'has the number of another'],
  ])('refuses %s', (_what, files, problem) => {
    expect(brokenLocks(locked, migrations(files)).join('\n')).toContain(problem)
  })

  it('refuses a lock with lines in another order', () => {
    expect(brokenLocks(locked.toReversed(), migrations(baseline)).join('\n')).toContain('not in order')
  })
})

describe('the next migration', () => {
  it('is dated now, or a second after the last', () => {
    const now = new Date('2026-11-28T12:00:00Z')
    expect(nextStamp(['20261127000000_a.sql', 'README'], now)).toBe('20261128120000')
    expect(nextStamp(['20261231235959_b.sql'], now)).toBe('20270101000000')
  })
})
