import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { lockDirectory } from '@hot/embedded/directory/data-directory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>
let dir: string
let children: Child[]

beforeEach(() => {
  dir = scratchDirectory()
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(dir, { recursive: true, force: true })
})

function start(): Child {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hold-backend.ts'), dir, MIGRATIONS], {
    stdio: 'pipe',
  })
  children.push(child)
  return child
}

/** Resolves once the process has written this to its output. */
async function says(child: Child, words: string): Promise<void> {
  let heard = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    heard += String(chunk)
    if (heard.includes(words)) return
  }
  throw new Error(`Ended without "${words}": ${heard}`)
}

async function ended(child: Child): Promise<{ code: number | null; errors: string }> {
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors }
}

test('a second process is refused, names the first and changes nothing', OPENS_A_DATABASE, async () => {
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
  const first = start()
  await says(first, 'offen')
  const second = await ended(start())
  expect(second.code).toBe(1)
  expect(second.errors).toBe(
    `data_dir_busy: The data directory ${dir} is in use by process ${first.pid}. End that one first.\n`,
  )
  first.stdin.write('100\n')
  await says(first, 'geschrieben 100')
})

test('kill -9 releases the directory and loses no acknowledged write', OPENS_A_DATABASE, async () => {
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
  // Again and again: `server/commands/kill.full.test.ts`.
  const child = start()
  await says(child, 'offen')
  child.stdin.write('101\n')
  await says(child, 'geschrieben 101')
  child.kill('SIGKILL')
  await once(child, 'close')
  const { backend } = await openOurs({ dataDir: dir })
  expect(await backend.query('select id from public.authors where id > 100')).toEqual([{ id: 101 }])
  await backend.close()
})

test('the lock is refused at once while held, and free after release', () => {
  const release = lockDirectory(dir)
  const began = performance.now()
  expect(() => lockDirectory(dir)).toThrow(expect.objectContaining({ code: 'data_dir_busy' }))
  expect(performance.now() - began).toBeLessThan(1000)
  release()
  lockDirectory(dir)()
})

test('an interrupted first start begins again', OPENS_A_DATABASE, async () => {
  fs.mkdirSync(path.join(dir, 'pg'))
  fs.writeFileSync(path.join(dir, 'pg', 'PG_VERSION'), '17\n')
  fs.writeFileSync(path.join(dir, 'first-start-unfinished'), '')
  const { backend } = await openOurs({ dataDir: dir })
  expect((await backend.status()).database).toBe('ok')
  await backend.close()
  expect(fs.existsSync(path.join(dir, 'first-start-unfinished'))).toBe(false)
})
