import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { migrationsDir } from '../../supabase/tests/support/database.ts'
import { backupCommand } from '../commands/backup-command.ts'
import { scheduledBackup } from './scheduled-backup.ts'

let dataDir: string
beforeEach(() => {
  dataDir = scratchDirectory()
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(dataDir, { recursive: true })
})

const mark = (hoursAgo: number, name = 'backup-done') => {
  const file = path.join(dataDir, name)
  fs.writeFileSync(file, '')
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  fs.utimesSync(file, at, at)
}

test('makes one when the newest is old enough, whoever made that; a new installation waits', async () => {
  const run = vi.fn(async () => {})
  const { job } = scheduledBackup({ dataDir, everyHours: 24, leaves: false, run })
  await job.work()
  mark(23)
  await job.work()
  expect(run).not.toHaveBeenCalled()
  mark(24)
  await job.work()
  expect(run).toHaveBeenCalledTimes(1)
})

test('one that did not leave this machine is sent once more, until it has', async () => {
  const run = vi.fn(async () => {})
  const { job } = scheduledBackup({ dataDir, everyHours: 24, leaves: true, run })
  await job.work()
  expect(run).not.toHaveBeenCalled()
  mark(2)
  await job.work()
  await job.work()
  expect(run.mock.calls).toEqual([
    [expect.any(AbortSignal), '--send'],
    [expect.any(AbortSignal), '--send'],
  ])
  mark(1, 'backup-copied')
  await job.work()
  expect(run).toHaveBeenCalledTimes(2)
  mark(30)
  await job.work()
  expect(run).toHaveBeenLastCalledWith(expect.any(AbortSignal), '--scheduled')
})

test('a failure is told by the line of the command', { timeout: 60_000 }, async () => {
  mark(48)
  vi.stubEnv('HOT_DATA_DIR', path.join(dataDir, 'fehlt'))
  const { job } = scheduledBackup({ dataDir, everyHours: 24, leaves: false })
  await expect(job.work()).rejects.toThrow('Bitte den Ort des Datenverzeichnisses prüfen')
})

test('retains the newest of its own and touches no other file', { timeout: 240_000 }, async () => {
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  const folder = path.join(dataDir, 'backups')
  fs.mkdirSync(folder)
  const others = ['hot-2020-01-01T000000Z.tar.gz', 'hot-auto-notizen.txt', 'anderes.tar.gz']
  // The last one is of a clock that was wrong.
  const own = ['2020-01-01', '2020-01-02', '2020-01-03', '2099-01-01'].map((day) => `hot-auto-${day}T000000Z.tar.gz`)
  for (const name of [...others, ...own]) fs.writeFileSync(path.join(folder, name), '')
  mark(48)
  vi.stubEnv('HOT_DATA_DIR', dataDir)
  vi.stubEnv('HOT_BACKUP_KEEP', '2')
  await scheduledBackup({ dataDir, everyHours: 24, leaves: false }).job.work()
  const left = fs.readdirSync(folder)
  const made = left.filter((name) => ![...others, ...own].includes(name))
  expect(made).toEqual([expect.stringMatching(/^hot-auto-\d{4}-/)])
  expect(left.sort()).toEqual([...others, 'hot-auto-2099-01-01T000000Z.tar.gz', ...made].sort())
  expect(Date.now() - fs.statSync(path.join(dataDir, 'backup-done')).mtimeMs).toBeLessThan(120_000)
})

test('refuses wrong settings', async () => {
  const env = { HOT_DATA_DIR: dataDir }
  for (const [name, value] of [
    ['HOT_BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1QQQ'],
    ['HOT_BACKUP_RECIPIENT', 'age1falsch'],
    ['HOT_BACKUP_EVERY', 'täglich'],
    ['HOT_BACKUP_KEEP', '0'],
    ['HOT_BACKUP_HOOK', 'rclone copy'],
    ['HOT_BACKUP_HOOK_MINUTES', '0'],
    ['HOT_BACKUP_S3_FOLDER', '../bilder'],
    ['HOT_BACKUP_S3_KEEP', 'alle'],
    ['HOT_BACKUP_S3_ENDPOINT', 'nur-der-name'],
  ] as const)
    await expect(backupCommand([], { ...env, [name]: value })).rejects.toThrow(name)
})
