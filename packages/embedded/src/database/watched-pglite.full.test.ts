import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { copyPreparedDatabase, scratchDirectory } from '../../test/prepared-database.ts'
import { DatabaseAway, DatabaseBusy, type Engine } from './engine.ts'
import { openWatchedPglite } from './watched-pglite.ts'

const SHORT = { statement: 300, turn: 60_000 }
const LONG = { statement: 60_000, turn: 60_000 }
const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)'

const count = async (engine: Engine) =>
  (await engine.session((session) => session.query('select count(*)::int as n from words'), LONG)).rows[0]?.n

const MIGRATIONS = path.join(import.meta.dirname, '../../test/migrations')

async function opened(dir: string | undefined) {
  if (dir) await copyPreparedDatabase(dir, MIGRATIONS)
  const lines: string[] = []
  const engine = await openWatchedPglite(dir, (line) => lines.push(line))
  await engine.session((session) => session.exec(`create table words (word text)`), LONG)
  return { engine, lines }
}

/** Result of a request that may wait this long for a session while a statement hangs. */
const asked = (engine: Engine, turn: number) =>
  engine.session((session) => session.query('select 1 as a'), { ...LONG, turn }).then(({ rows }) => rows)

test('ending a statement that takes too long fails only its own request', async () => {
  const dir = path.join(scratchDirectory(), 'pg')
  const { engine, lines } = await opened(dir)
  const heard: string[] = []
  let restored = 0
  const stop = await engine.listen('news', {
    notified: (payload) => heard.push(payload),
    restored: () => {
      restored += 1
    },
  })
  await engine.session((session) => session.exec(`insert into words values ('behalten')`), LONG)

  const hanging = engine.session(async (session) => {
    await session.exec(`begin; insert into words values ('nicht zu Ende')`)
    const failure = await session.query(ENDLESS).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' })
    // Its transaction is gone, and it must not run inside another one.
    await expect(session.exec('commit')).rejects.toBeInstanceOf(DatabaseAway)
  }, SHORT)
  const impatient = asked(engine, 10).catch((error: unknown) => error)
  const waiting = asked(engine, 60_000)
  await hanging
  expect(await impatient).toBeInstanceOf(DatabaseBusy)
  expect(await waiting).toEqual([{ a: 1 }])

  expect(await count(engine)).toBe(1)
  expect(restored).toBe(1)
  await engine.session((session) => session.exec(`notify news, 'wieder da'`), LONG)
  expect(heard).toEqual(['wieder da'])
  expect(lines).toEqual([
    expect.stringMatching(/^A statement took longer than 0.3 s and was ended\. The database is back after .* s\.$/),
  ])
  await stop()
  await engine.close()

  const again = await openWatchedPglite(dir, () => {})
  expect(await count(again)).toBe(1)
  await again.close()
  fs.rmSync(path.dirname(dir), { recursive: true })
})

test('closing does not wait for a hanging statement and loses no committed data', async () => {
  const dir = path.join(scratchDirectory(), 'pg')
  const { engine, lines } = await opened(dir)
  await engine.session((session) => session.exec(`insert into words values ('behalten')`), LONG)
  const hanging = engine.session((session) => session.query(ENDLESS), LONG).catch((error: unknown) => error)
  const waiting = asked(engine, 60_000).catch((error: unknown) => error)
  await new Promise(setImmediate)
  await engine.close()
  expect(await hanging).toBeInstanceOf(DatabaseAway)
  expect(await waiting).toBeInstanceOf(Error)
  expect(lines).toEqual([])

  const again = await openWatchedPglite(dir, () => {})
  expect(await count(again)).toBe(1)
  await again.close()
  fs.rmSync(path.dirname(dir), { recursive: true })
})

test('a database in memory is lost with its thread, and logs it', async () => {
  const { engine, lines } = await opened(undefined)
  await expect(engine.session((session) => session.query(ENDLESS), SHORT)).rejects.toMatchObject({ code: '57014' })
  await expect(asked(engine, 60_000)).rejects.toBeInstanceOf(DatabaseAway)
  expect(lines).toEqual([expect.stringContaining('in memory only and is lost')])
  await engine.close()
})

afterEach(() => vi.useRealTimers())

test('the log is shortened after five minutes in which something was written, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const dir = path.join(scratchDirectory(), 'pg')
  const { engine, lines } = await opened(dir)
  const read = (sql: string) => engine.session((session) => session.exec(sql), LONG).then(([row]) => row?.redo_lsn)
  const redo = () => read('select redo_lsn from pg_control_checkpoint()')
  const before = await redo()
  await read(`insert into words select repeat('x', 100) from generate_series(1, 1000)`)
  for (let looks = 1; looks < 10; looks++) {
    vi.advanceTimersByTime(30_000)
    // Sessions take turns, so the look has been made by then.
    expect(await redo()).toBe(before)
  }
  vi.advanceTimersByTime(30_000)
  expect(await redo()).not.toBe(before)
  expect(lines).toEqual([])
  await engine.close()
})

test('a directory without a database cannot be opened', async () => {
  const dir = scratchDirectory()
  fs.writeFileSync(path.join(dir, 'pg'), 'keine Datenbank')
  await expect(openWatchedPglite(path.join(dir, 'pg'), () => {})).rejects.toThrow()
  fs.rmSync(dir, { recursive: true })
})
