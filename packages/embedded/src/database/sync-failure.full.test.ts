import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../test/prepared-database.ts'
import type { Engine } from './engine.ts'
import { openPglite } from './pglite.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../test/migrations')
const exec = (engine: Engine, sql: string) => engine.session((session) => session.exec(sql))
const words = async (engine: Engine) => (await exec(engine, 'select word from words')).map(({ word }) => word)

async function database(): Promise<string> {
  const dir = path.join(scratchDirectory(), 'pg')
  await copyPreparedDatabase(dir, MIGRATIONS)
  const engine = await openPglite(dir)
  await exec(engine, `create table words (word text); insert into words values ('before')`)
  await engine.close()
  return dir
}

test('the process that serves opens the database anew, and loses nothing that it acknowledged', async () => {
  const dir = await database()
  const flag = path.join(path.dirname(dir), 'failing')
  const file = (name: string) => path.resolve(import.meta.dirname, '../../test', name)
  const server = spawn(process.execPath, ['--import', file('failing-disk.ts'), file('write-words.ts'), dir], {
    env: { ...process.env, FAILING_DISK: flag },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const heard: string[] = []
  const said = async (start: string) => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      heard.push(line.value)
      if (line.value.startsWith(start)) return line.value
    }
    throw new Error(`ended without ${start}: ${heard.join(' | ')}`)
  }
  try {
    await said('open')
    server.stdin.write('first\n')
    expect(await said('first')).toBe('first acknowledged')
    for (const lost of ['second', '!checkpoint']) {
      fs.writeFileSync(flag, '')
      server.stdin.write(`${lost}\n`)
      expect(await said(lost)).toBe(`${lost} DatabaseAway`)
      fs.rmSync(flag)
      server.stdin.write(`after ${lost}\n`)
      expect(await said('after')).toBe(`after ${lost} acknowledged`)
    }
    const ended = /^log The database crashed \(EIO: i\/o error, fdatasync\)\. The database is back after .* s\.$/
    expect(heard.filter((line) => line.startsWith('log'))).toEqual(Array(2).fill(expect.stringMatching(ended)))
  } finally {
    server.kill('SIGKILL')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  const engine = await openPglite(dir)
  expect(await words(engine)).toEqual(expect.arrayContaining(['before', 'first', 'after second', 'after !checkpoint']))
  await engine.close()
})

test('of several transactions in one trip, all that succeeded are on the disk once they are told', async () => {
  const engine = await openPglite(await database())
  const unsynced = async () => {
    const [row] = await exec(engine, 'select pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() as bytes')
    return Number(row?.bytes)
  }
  await exec(engine, `begin; set local synchronous_commit = off; insert into words values ('waits'); commit`)
  expect(await unsynced()).toBeGreaterThan(0)
  // The last one fails, and so syncs nothing by itself.
  await engine.session(async ({ each }) =>
    each?.([`insert into words values ('a')`, `insert into words values ('b')`, 'select 1 / 0']),
  )
  expect(await unsynced()).toBe(0)
  expect(await words(engine)).toEqual(['before', 'waits', 'a', 'b'])
  await engine.close()
})
