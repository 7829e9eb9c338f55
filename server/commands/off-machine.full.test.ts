import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { type S3Server, startS3 } from '../../packages/embedded/test/s3-server.ts'
import { migrationsDir } from '../../supabase/tests/support/database.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'

/** A pair of age for this test alone. */
const recipient = 'age1tcysz6q2pe8xq6upwhgqx36t9nr6s9n07t9ll323eyghp4d4fpwqrf9y2f'
const identity = 'AGE-SECRET-KEY-1UY2W5WV6NR3JW2S7QVLVMT8TXK077N5MSJPWYG3492FLKY06MRMS029SY0'

const minutes = { timeout: 240_000 }
let scratch: string
let dataDir: string
let storage: S3Server
beforeEach(async () => {
  scratch = scratchDirectory()
  dataDir = path.join(scratch, 'data')
  fs.mkdirSync(dataDir, { mode: 0o700 })
  await copyPreparedDatabase(path.join(dataDir, 'pg'), migrationsDir)
  fs.writeFileSync(path.join(dataDir, 'secrets.json'), '{"secret": "of this site"}', { mode: 0o600 })
  storage = await startS3()
})
afterEach(async () => {
  await storage.close()
  fs.rmSync(scratch, { recursive: true, force: true })
})

const envOf = (more: Record<string, string> = {}) => ({
  HOT_DATA_DIR: dataDir,
  HOT_BACKUP_S3_ENDPOINT: storage.options.endpoint,
  HOT_BACKUP_S3_BUCKET: storage.options.bucket,
  HOT_BACKUP_S3_REGION: storage.options.region,
  HOT_BACKUP_S3_KEY: storage.options.key,
  HOT_BACKUP_S3_SECRET: storage.options.secret,
  ...more,
})

const hookOf = (lines: string) => {
  const hook = path.join(scratch, 'hook')
  fs.writeFileSync(hook, `#!/bin/sh\n${lines}\n`, { mode: 0o700 })
  return hook
}
const keysOf = (name: RegExp) => storage.keys().filter((key) => name.test(key))

test(
  'an encrypted backup goes to the bucket and to the hook, and the newest is restored on another machine',
  minutes,
  async () => {
    const keyFile = path.join(scratch, 'key.txt')
    fs.writeFileSync(keyFile, `${identity}\n`)
    storage.place('backups/hot-auto-2020-01-01T000000Z.tar.gz', Buffer.from('old'))
    storage.place('backups/hot-2020-01-01T000000Z.tar.gz', Buffer.from('by hand'))
    const env = envOf({
      HOT_BACKUP_RECIPIENT: recipient,
      HOT_BACKUP_HOOK: hookOf(`cp "$1" ${scratch}/elsewhere`),
      HOT_BACKUP_S3_KEEP: '1',
    })
    const lines = (await backupCommand(['--scheduled'], env)).join('\n')
    expect(lines).toMatch(/Kopie im S3-Bucket »bilder-der-seite«: backups\/hot-auto-\S+\.tar\.gz\.age\n/)
    expect(lines).toContain('1 ältere Kopien dort gelöscht.')
    expect(lines).not.toContain('nicht verschlüsselt')
    expect(fs.existsSync(path.join(dataDir, 'backup-copied'))).toBe(true)
    const [made = ''] = keysOf(/\.age$/)
    expect(storage.keys().sort()).toEqual(['backups/hot-2020-01-01T000000Z.tar.gz', made].sort())
    expect(fs.readFileSync(path.join(scratch, 'elsewhere')).equals(storage.content(made) ?? Buffer.alloc(0))).toBe(true)

    // The machine is lost with all that was on it; the program itself comes with npm or the archive.
    fs.rmSync(dataDir, { recursive: true })
    const restored = await restoreCommand(['--latest', '--identity', keyFile], env)
    expect(restored[0]).toBe(`Die neueste Sicherung: ${path.join(dataDir, 'backups', path.basename(made))}`)
    expect(restored.join('\n')).toContain('Zurückgespielt')
    expect(fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')).toContain('of this site')
  },
)

test('the newest in the folder is taken when it is newer, and none is said to be nowhere', minutes, async () => {
  await expect(restoreCommand(['--latest', '--replace'], envOf())).rejects.toThrow(
    `Es liegt keine Sicherung in ${path.join(dataDir, 'backups')} und keine im S3-Bucket »bilder-der-seite« unter backups/. Liegt eine woanders, nimm ihren Pfad statt --latest.`,
  )
  storage.place('backups/hot-2020-01-01T000000Z.tar.gz', Buffer.from('old'))
  const folder = path.join(scratch, 'folder')
  fs.mkdirSync(folder)
  await backupCommand([], { HOT_DATA_DIR: dataDir, HOT_BACKUP_DIR: folder })
  const [name = ''] = fs.readdirSync(folder)
  const lines = await restoreCommand(['--latest', '--replace'], envOf({ HOT_BACKUP_DIR: folder }))
  expect(lines[0]).toBe(`Die neueste Sicherung: ${path.join(folder, name)}`)
  await expect(restoreCommand(['--latest', name], envOf())).rejects.toThrow('So geht es')
})

test(
  'a copy that fails is an error, the backup is kept, the other way is gone, and it can be sent again',
  minutes,
  async () => {
    const env = envOf({ HOT_BACKUP_HOOK: hookOf(`cp "$1" ${scratch}/elsewhere`) })
    storage.fail('busy')
    await expect(backupCommand([], env)).rejects.toThrow(/kam aber nicht von dieser Maschine weg\. .*SlowDown/)
    const [name = ''] = fs.readdirSync(path.join(dataDir, 'backups'))
    expect(fs.existsSync(path.join(scratch, 'elsewhere'))).toBe(true)
    expect(fs.existsSync(path.join(dataDir, 'backup-done'))).toBe(true)
    expect(fs.existsSync(path.join(dataDir, 'backup-copied'))).toBe(false)

    storage.fail(undefined)
    const lines = (await backupCommand(['--send'], env)).join('\n')
    expect(lines).toContain(`backups/${name}`)
    expect(lines).toContain('Sie ist nicht verschlüsselt')
    expect(storage.keys()).toEqual([`backups/${name}`])
    expect(fs.existsSync(path.join(dataDir, 'backup-copied'))).toBe(true)
    await expect(backupCommand(['--send'], { HOT_DATA_DIR: dataDir })).rejects.toThrow('Wohin?')
  },
)

test('the command says so at the terminal', minutes, () => {
  const hook = hookOf('echo "Die Platte ist voll." >&2; exit 1')
  const run = () =>
    execFileSync(process.execPath, ['server/commands/backup-command.ts'], {
      env: { PATH: process.env.PATH, HOT_DATA_DIR: dataDir, HOT_BACKUP_HOOK: hook },
      stdio: 'pipe',
    })
  expect(run).toThrow(/kam aber nicht von dieser Maschine weg\. \S+ endete mit 1: Die Platte ist voll\./)
})
