import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '@hot/embedded'
import { openDatabase } from '@hot/embedded/database/open-database'
import { openDataDirectory } from '@hot/embedded/directory/data-directory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../tests/support/processes/free-port.ts'
import { OPENS_A_DATABASE, openOurs } from './open-contract.ts'

let dir: string
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-start-'))
})
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

async function failure(work: () => unknown): Promise<StartError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StartError) return error
    throw error
  }
  throw new Error('It started.')
}

const oneLine = (error: StartError) => expect(error.message).toMatch(/^[^\n]{20,220}$/)

test.each([
  ['kein://recht', 'database_url_invalid'],
  ['quatsch', 'database_url_invalid'],
  ['postgres://hot@127.0.0.1:1/hot', 'database_unreachable'],
  ['postgres://hot:geheim@gibt-es-nicht.invalid/hot', 'database_unreachable'],
])('the address %s is refused as %s', async (databaseUrl, code) => {
  const error = await failure(() => openOurs({ databaseUrl }))
  expect(error.code).toBe(code)
  expect(error.message).toContain('databaseUrl')
  expect(error.message).not.toContain('geheim')
  oneLine(error)
})

/** What PostgreSQL says to a wrong password (28P01), on a port that opens after a while. */
async function refusingLater(port: number, ms: number): Promise<net.Server> {
  const said = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')
  const message = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), said])
  message.writeInt32BE(said.length + 4, 1)
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(message))
  })
  await pause(ms)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

test('a server that is not there yet is waited for, with one line, and asked until it answers', async () => {
  const port = await freePort()
  const databaseUrl = `postgres://hot:geheim@127.0.0.1:${port}/hot`
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const later = refusingLater(port, 1500)
  const began = performance.now()
  const error = await failure(() => openDatabase({ databaseUrl, databasePatience: 30_000 }, log))
  ;(await later).close()
  expect(error.message).toContain('password')
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(lines).toEqual([`PostgreSQL does not answer at 127.0.0.1:${port} yet: waiting for it for up to 30 s …`])
})

test('the wait for a server ends, and without one nobody waits', async () => {
  const databaseUrl = 'postgres://hot@127.0.0.1:1/hot'
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  expect((await failure(() => openDatabase({ databaseUrl }, log))).code).toBe('database_unreachable')
  expect(lines).toEqual([])
  expect((await failure(() => openDatabase({ databaseUrl, databasePatience: 2500 }, log))).code).toBe(
    'database_unreachable',
  )
  expect(lines).toHaveLength(1)
})

test('a directory whose parent is missing is not created', async () => {
  const error = await failure(() => openOurs({ dataDir: path.join(dir, 'gibt', 'es', 'nicht') }))
  expect(error.code).toBe('data_dir_missing')
  oneLine(error)
})

test('a file in place of the directory is refused', async () => {
  const file = path.join(dir, 'datei')
  fs.writeFileSync(file, '')
  expect((await failure(() => openOurs({ dataDir: file }))).code).toBe('data_dir_missing')
})

test.skipIf(process.getuid?.() === 0)('a directory without write permission is refused', async () => {
  const readOnly = path.join(dir, 'nur-lesen')
  fs.mkdirSync(readOnly, { mode: 0o500 })
  const error = await failure(() => openOurs({ dataDir: readOnly }))
  expect(error.code).toBe('data_dir_unwritable')
  oneLine(error)
})

test('a damaged database is reported and not changed', async () => {
  const damaged = path.join(dir, 'kaputt')
  fs.mkdirSync(path.join(damaged, 'pg'), { recursive: true })
  fs.writeFileSync(path.join(damaged, 'pg', 'PG_VERSION'), '17\n')
  const error = await failure(() => openOurs({ dataDir: damaged }))
  expect(error.code).toBe('data_dir_damaged')
  expect(fs.readFileSync(path.join(damaged, 'pg', 'PG_VERSION'), 'utf8')).toBe('17\n')
  oneLine(error)
})

test('a first start that was cut off after its keys were made begins again', OPENS_A_DATABASE, async () => {
  const cut = path.join(dir, 'abgebrochen')
  await (await openOurs({ dataDir: cut })).close()
  fs.rmSync(path.join(cut, 'pg'), { recursive: true })
  fs.writeFileSync(path.join(cut, 'first-start-unfinished'), '')
  await (await openOurs({ dataDir: cut })).close()
  expect(fs.existsSync(path.join(cut, 'pg', 'PG_VERSION'))).toBe(true)
  expect(fs.existsSync(path.join(cut, 'first-start-unfinished'))).toBe(false)
})

/** Needs the right to mount, which CI's containers have and ordinary accounts do not. */
const canMount = (() => {
  const probe = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-mount-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' })
    execFileSync('/bin/umount', [probe], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    fs.rmSync(probe, { recursive: true, force: true })
  }
})()

test.skipIf(!canMount)('a full disk is refused before anything is written', async () => {
  const small = path.join(dir, 'klein')
  fs.mkdirSync(small)
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small])
  try {
    const error = await failure(() => openDataDirectory(small))
    expect(error.code).toBe('disk_full')
    oneLine(error)
    expect(fs.existsSync(path.join(small, 'pg'))).toBe(false)
  } finally {
    execFileSync('/bin/umount', [small])
  }
})

test.skipIf(process.platform === 'win32')(
  'a directory that others could read is closed, and so is what is created in it',
  () => {
    const open = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-open-'))
    fs.chmodSync(open, 0o755)
    const release = openDataDirectory(open)
    try {
      fs.writeFileSync(path.join(open, 'later'), '')
      const modes = ['.', 'later', 'lock.sqlite'].map((name) => fs.statSync(path.join(open, name)).mode & 0o077)
      expect(modes).toEqual([0, 0, 0])
    } finally {
      release()
      fs.rmSync(open, { recursive: true })
    }
  },
)
