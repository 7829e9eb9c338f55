import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makePrepared } from '@hot/embedded/platform/prepared'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { scratchDirectory } from './prepared-database.ts'

let root: string
let prepared: string
beforeAll(async () => {
  root = scratchDirectory()
  prepared = path.join(root, 'prepared')
  await makePrepared(prepared, MIGRATIONS)
}, 240_000)
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const [unpacked, migrated] = ['Database set up: unpacked.', 'Database migrated: ']

/** Opens a backend on a new directory; gives it with what its log said. */
async function start(name: string, options: Parameters<typeof openOurs>[0] = {}) {
  const said: string[] = []
  const dataDir = path.join(root, name)
  const opened = await openOurs({ dataDir, preparedDatabases: prepared, log: (line) => said.push(line), ...options })
  return { ...opened, dataDir, said: said.join('\n') }
}

test('what is prepared already is not made again, and what other files made is dropped', async () => {
  const [file = ''] = fs.readdirSync(prepared)
  const { mtimeMs } = fs.statSync(path.join(prepared, file))
  expect(await makePrepared(prepared, MIGRATIONS)).toBe(false)
  expect(fs.readdirSync(prepared)).toEqual([file])
  expect(fs.statSync(path.join(prepared, file)).mtimeMs).toBe(mtimeMs)
  expect(fs.statSync(path.join(prepared, file)).size).toBeLessThan(6_000_000)
})

test(
  'two installations of one prepared database share no key, and only their owner reads them',
  OPENS_A_DATABASE,
  async () => {
    const began = Date.now()
    const [one, other] = [await start('one'), await start('other')]
    expect(one.said).toContain(unpacked)
    expect(one.said).not.toContain(migrated)
    expect((await one.guest().from('books').select('id').limit(1)).error).toBeNull()

    const secretsOf = ({ dataDir }: { dataDir: string }) =>
      JSON.parse(fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Record<string, unknown>
    const [ours, theirs] = [secretsOf(one), secretsOf(other)]
    for (const [name, value] of Object.entries(ours)) expect(theirs[name], name).not.toEqual(value)
    expect(JSON.stringify(other.backend.jwks)).not.toBe(JSON.stringify(one.backend.jwks))
    // No row of the platform has a key, an id or a time of the making.
    const buckets = await one.backend.query<{ created_at: Date }>('select created_at from storage.buckets')
    expect(buckets.length).toBeGreaterThan(0)
    for (const { created_at } of buckets) expect(new Date(created_at).getTime()).toBeGreaterThanOrEqual(began - 1000)

    const entries = fs.readdirSync(path.join(one.dataDir, 'pg'), { recursive: true, withFileTypes: true })
    const open = entries.filter((entry) => (fs.statSync(path.join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
    expect(open.map(({ name }) => name)).toEqual([])
    await one.close()
    await other.close()
  },
)

test('one of other migrations is not taken, nor where a database is', OPENS_A_DATABASE, async () => {
  const migrationsDir = path.join(root, 'migrations')
  fs.cpSync(MIGRATIONS, migrationsDir, { recursive: true })
  const more = path.join(migrationsDir, '20250201000000_more.sql')
  fs.writeFileSync(more, 'create table public.more (id int);')
  const first = await start('newer', { migrationsDir })
  expect(first.said).toContain(migrated)
  expect(first.said).not.toContain(unpacked)
  await first.backend.query('insert into public.more values (1)')
  await first.close()

  await makePrepared(path.join(root, 'of-newer'), migrationsDir)
  const second = await start('newer', { migrationsDir, preparedDatabases: path.join(root, 'of-newer') })
  expect(second.said).not.toContain(unpacked)
  expect(await second.backend.query('select id from public.more')).toEqual([{ id: 1 }])
  await second.close()
})

test('one that is damaged is told of, and the migrations run', OPENS_A_DATABASE, async () => {
  const damaged = path.join(root, 'damaged')
  fs.cpSync(prepared, damaged, { recursive: true })
  const [name = ''] = fs.readdirSync(damaged)
  const bytes = fs.readFileSync(path.join(damaged, name))
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 1000)
  fs.writeFileSync(path.join(damaged, name), bytes)
  const opened = await start('from-damaged', { preparedDatabases: damaged })
  expect(opened.said).toContain('The prepared database cannot be unpacked')
  expect(opened.said).toContain(migrated)
  expect((await opened.guest().from('books').select('id').limit(1)).error).toBeNull()
  await opened.close()
})

test(
  'one that this account may not read is told of by its name, and the migrations run',
  OPENS_A_DATABASE,
  async () => {
    const [name = ''] = fs.readdirSync(prepared)
    const read = fs.readFileSync
    // Pretended, since an administrator may read every file.
    const refusing = vi.spyOn(fs, 'readFileSync').mockImplementation(((...[file, ...more]: Parameters<typeof read>) => {
      if (file !== path.join(prepared, name)) return read(file, ...more)
      throw Object.assign(new Error(`EACCES: permission denied, open '${file}'`), { code: 'EACCES' })
    }) as typeof read)
    try {
      const opened = await start('from-unreadable')
      expect(opened.said).toContain(name)
      expect(opened.said).toContain(migrated)
      await opened.close()
    } finally {
      refusing.mockRestore()
    }
  },
)

test('killed while it is unpacked, the next start begins again', OPENS_A_DATABASE, async () => {
  const dataDir = path.join(root, 'killed')
  const hold = path.join(import.meta.dirname, 'hold-backend.ts')
  const child = spawn(process.execPath, [hold, dataDir, MIGRATIONS, prepared], { stdio: 'pipe' })
  while (!fs.existsSync(path.join(dataDir, 'pg'))) await pause(1)
  child.kill('SIGKILL')
  await once(child, 'close')
  // Of two thousand.
  expect(fs.readdirSync(path.join(dataDir, 'pg'), { recursive: true }).length).toBeLessThan(1500)
  expect(fs.existsSync(path.join(dataDir, 'first-start-unfinished'))).toBe(true)

  const again = await start('killed')
  expect(again.said).toContain(unpacked)
  expect((await again.guest().from('books').select('id').limit(1)).error).toBeNull()
  await again.close()
})
