import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { migrationsDir } from '../../supabase/tests/support/database.ts'
import { backupCommand } from '../commands/backup-command.ts'
import { rehearseCommand } from '../commands/rehearse-command.ts'
import { COUNTED, lastRehearsal } from './rehearsal-record.ts'
import { scheduledRehearsal } from './scheduled-rehearsal.ts'

const minutes = { timeout: 240_000 }
let dataDir: string
beforeEach(() => {
  dataDir = scratchDirectory()
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const mark = (hoursAgo: number) => {
  const file = path.join(dataDir, 'backup-done')
  fs.writeFileSync(file, '')
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  fs.utimesSync(file, at, at)
}
const counts = (rows: number) => Object.fromEntries(COUNTED.map((name) => [name, rows]))
const found = (rows: number) =>
  JSON.stringify({ file: 'hot-auto.tar.gz', createdAt: '2026-11-20T14:40:00.000Z', missing: 0, counts: counts(rows) })
const lines: string[] = []
beforeEach(() => void lines.splice(0))

const open = (more: Partial<Parameters<typeof scheduledRehearsal>[0]>) =>
  scheduledRehearsal({
    dataDir,
    isEmbedded: true,
    everyDays: 30,
    log: (line) => void lines.push(line),
    query: async () => COUNTED.map((name) => ({ name, rows: 100 })),
    available: () => 2 ** 32,
    ...more,
  })

test('waits for the first backup, then rehearses once a month, and again the next night after a failure', async () => {
  const run = vi.fn(async () => `${found(95)}\n`)
  const { job } = open({ run })
  await job.work()
  expect(run).not.toHaveBeenCalled()
  mark(1)
  await job.work()
  expect(await lastRehearsal(dataDir)).toMatchObject({ result: 'ok', file: 'hot-auto.tar.gz' })
  await job.work()
  expect(run).toHaveBeenCalledTimes(1)

  // A month later the backup lacks what the site has.
  const file = path.join(dataDir, 'restore-rehearsal.json')
  const good = '2026-10-01T03:50:00.000Z'
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"lastGoodAt":"[^"]+"/, `"lastGoodAt":"${good}"`))
  run.mockImplementation(async () => found(80))
  await expect(job.work()).rejects.toThrow('In der Sicherung fehlen Zeilen: auth.users 80 statt 100, ')
  expect(await lastRehearsal(dataDir)).toMatchObject({ result: 'failed', lastGoodAt: good, file: 'hot-auto.tar.gz' })
  run.mockImplementation(async () => found(100))
  await job.work()
  expect(await lastRehearsal(dataDir)).toMatchObject({ result: 'ok' })
})

test('is left out, and says so, where the memory does not suffice', async () => {
  const run = vi.fn(async () => found(100))
  mark(1)
  await open({ run, available: () => 500 << 20 }).job.work()
  expect(run).not.toHaveBeenCalled()
  expect(await lastRehearsal(dataDir)).toMatchObject({
    result: 'skipped',
    problem: 'Für die Probe einer Wiederherstellung sind 900 MB Speicher nötig, frei sind 500 MB.',
    lastGoodAt: null,
  })
  expect(lines).toHaveLength(1)
})

test('removes at its start what a killed one has left', async () => {
  const run = vi.fn(async () => '')
  open({ run })
  expect(run).not.toHaveBeenCalled()
  fs.mkdirSync(path.join(dataDir, 'rehearsal-work'))
  open({ run })
  expect(run).toHaveBeenCalledWith(expect.any(AbortSignal), '--clean')
})

const prepare = () => copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)

test('restores a real backup by the command, within its memory, and leaves nothing', minutes, async () => {
  await prepare()
  await backupCommand([], { HOT_DATA_DIR: dataDir })
  vi.stubEnv('HOT_DATA_DIR', dataDir)
  const { job } = open({ run: undefined, query: async () => COUNTED.map((name) => ({ name, rows: 0 })) })
  await job.work()
  expect(await lastRehearsal(dataDir)).toMatchObject({ result: 'ok', file: expect.stringMatching(/^hot-2/) })
  expect(fs.existsSync(path.join(dataDir, 'rehearsal-work'))).toBe(false)

  // A damaged one is told by the restore's own line, and leaves nothing either.
  const [name = ''] = fs.readdirSync(path.join(dataDir, 'backups'))
  const file = path.join(dataDir, 'backups', name)
  fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2))
  fs.rmSync(path.join(dataDir, 'restore-rehearsal.json'))
  await expect(job.work()).rejects.toThrow('beschädigt oder unvollständig')
  expect(await lastRehearsal(dataDir)).toMatchObject({ result: 'failed' })
  expect(fs.existsSync(path.join(dataDir, 'rehearsal-work'))).toBe(false)
})

test('an encrypted one is tried by a fresh copy, which counts as no backup, or with the key', minutes, async () => {
  await prepare()
  const env = {
    HOT_DATA_DIR: dataDir,
    HOT_BACKUP_RECIPIENT: 'age1tcysz6q2pe8xq6upwhgqx36t9nr6s9n07t9ll323eyghp4d4fpwqrf9y2f',
  }
  await backupCommand([], env)
  mark(48)
  const made = fs.statSync(path.join(dataDir, 'backup-done')).mtimeMs
  expect((await rehearseCommand([], env))[0]).toContain('Eine frische, unverschlüsselte Kopie lässt sich zurückspielen')
  expect(fs.statSync(path.join(dataDir, 'backup-done')).mtimeMs).toBe(made)
  expect(fs.readdirSync(path.join(dataDir, 'backups'))).toEqual([expect.stringMatching(/\.age$/)])
  const key = path.join(dataDir, 'key.new')
  fs.writeFileSync(key, 'AGE-SECRET-KEY-1UY2W5WV6NR3JW2S7QVLVMT8TXK077N5MSJPWYG3492FLKY06MRMS029SY0\n')
  expect((await rehearseCommand(['--identity', key], env))[0]).toMatch(/^hot-\S+\.age lässt sich zurückspielen/)
  expect(fs.existsSync(path.join(dataDir, 'rehearsal-work'))).toBe(false)
})

test('one that is killed in between leaves what the next start removes', minutes, async () => {
  await prepare()
  await backupCommand([], { HOT_DATA_DIR: dataDir })
  const child = spawn(process.execPath, ['server/commands/rehearse-command.ts', '--json'], {
    env: { PATH: process.env.PATH, HOT_DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const unpacked = path.join(dataDir, 'rehearsal-work/copy/unpacked/pg/PG_VERSION')
  await expect.poll(() => fs.existsSync(unpacked), { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(fs.existsSync(unpacked)).toBe(true)
  vi.stubEnv('HOT_DATA_DIR', dataDir)
  open({ run: undefined })
  await expect.poll(() => fs.existsSync(path.join(dataDir, 'rehearsal-work')), { timeout: 60_000 }).toBe(false)
})
