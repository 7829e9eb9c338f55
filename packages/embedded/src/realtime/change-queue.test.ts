import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE } from '../../test/open-contract.ts'
import { copyServerDatabase } from '../../test/server-database.ts'
import type { Engine, Session } from '../database/engine.ts'
import { migrate } from '../database/migrate.ts'
import { openPglite } from '../database/pglite.ts'
import { openPostgres } from '../database/postgres.ts'
import { transaction } from '../database/transaction.ts'
import { ensurePlatform, OURS } from '../platform/platform.ts'
import { cleanChanges, type Notice, placeNow, readChanges } from './change-queue.ts'
import { followChanges } from './follow-changes.ts'
import { installTriggers } from './triggers.ts'

type Opened = { engine: Engine; close: () => Promise<void> }

async function openEmbedded(): Promise<Opened> {
  const engine = await openPglite(undefined)
  const { owner } = await ensurePlatform(engine)
  await migrate(engine, owner, MIGRATIONS)
  return { engine, close: () => engine.close() }
}

async function openServer(url: string): Promise<Opened> {
  const { url: address, drop } = await copyServerDatabase(url, MIGRATIONS)
  const engine = openPostgres(address, () => {})
  return { engine, close: () => engine.close().then(drop) }
}

const { TEST_DATABASE_URL } = process.env
const engines = [
  { name: 'PGlite', open: openEmbedded },
  ...(TEST_DATABASE_URL ? [{ name: 'PostgreSQL', open: () => openServer(TEST_DATABASE_URL) }] : []),
]

describe.each(engines)('the queue of changes on $name', OPENS_A_DATABASE, ({ name, open }) => {
  let opened: Opened
  const owner = OURS.owner
  beforeAll(async () => {
    opened = await open()
    await installTriggers(opened.engine, owner, false)
  })
  afterAll(() => opened?.close())

  const run = (sql: string) => transaction(opened.engine, owner, (session) => session.exec(sql))
  const insert = (...ids: number[]) =>
    `insert into public.books (id, author_id, title) overriding system value values ${ids.map((id) => `(${1000 + id}, 1, 'Heft ${id}')`).join(', ')}`
  const keysOf = (notices: readonly Notice[]) =>
    notices.flatMap((notice): (number | string)[] =>
      notice.kind === 'rows' ? notice.keys.map(([id]) => Number(id) - 1000) : [notice.kind],
    )
  const now = () => placeNow(opened.engine, owner)
  const since = (place: string) => readChanges(opened.engine, owner, place)
  /** A transaction that has written and not yet ended. */
  async function underWay(sql: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const ended = transaction(opened.engine, owner, async (session: Session) => {
      await session.exec(sql)
      written.resolve()
      await promise
    })
    await Promise.race([written.promise, ended])
    const commit = () => {
      resolve()
      return ended
    }
    return { commit }
  }

  test('holds what was committed, once, in the order of writing', async () => {
    const place = await now()
    await run(insert(1, 2))
    await run(`${insert(3)}; select 1 / 0`).catch(() => {})
    await run(insert(4))
    const first = await since(place)
    expect(keysOf(first.notices)).toEqual([1, 2, 4])
    expect(first.lost).toBe(false)
    expect((await since(first.place)).notices).toEqual([])
  })

  test.runIf(name === 'PostgreSQL')(
    'loses nothing when transactions end in another order than they began',
    async () => {
      const place = await now()
      const slow = await underWay(insert(11))
      const slower = await underWay(insert(12))
      await run(insert(13))
      const first = await since(place)
      expect(keysOf(first.notices)).toEqual([13])
      await slow.commit()
      await run(insert(14))
      const second = await since(first.place)
      expect(keysOf(second.notices)).toEqual([11, 14])
      expect(keysOf((await since(second.place)).notices)).toEqual([])
      await slower.commit()
      expect(keysOf((await since(second.place)).notices)).toEqual([12])
    },
  )

  test('is cleaned, and says to whom did not read for that long that something is lost', async () => {
    const clean = () => cleanChanges(opened.engine, owner, 0)
    await clean()
    await clean()
    const old = await now()
    await run(insert(21))
    expect(keysOf((await since(old)).notices)).toEqual([21])
    await clean()
    // What was written before a cleaning stays until the next one.
    expect(await since(old)).toMatchObject({ lost: false, notices: [{ keys: [['1021']] }] })
    // Transactions of other databases of the server hold a cleaning back.
    const cleaned = async () => {
      await clean()
      return since(old)
    }
    await expect.poll(cleaned).toMatchObject({ lost: true, notices: [] })
    expect(await since(await now())).toMatchObject({ lost: false, notices: [] })
  })

  test('is not cleaned again before its time', async () => {
    await cleanChanges(opened.engine, owner, 0)
    const place = await now()
    await run(insert(31))
    for (let turn = 0; turn < 3; turn++) await cleanChanges(opened.engine, owner)
    expect(keysOf((await since(place)).notices)).toEqual([31])
  })

  test('says that something is lost when the database is older than the place, and heeds no rows of another server', async () => {
    const place = await now()
    expect((await since('9000000000:9000000000:')).lost).toBe(true)
    await run(`insert into embedded_realtime.changes (xid, operation) values ('9000000000', 'AUTH')`)
    expect(await since(place)).toMatchObject({ lost: false, notices: [] })
    await cleanChanges(opened.engine, owner, 0)
    expect(await run(`select from embedded_realtime.changes where xid = '9000000000'`)).toEqual([])
  })

  test('is followed by whoever is watched, and read on after the database was away', async () => {
    const heard: Notice[] = []
    let lost = 0
    let isAway = false
    const lines: string[] = []
    const engine: Engine = {
      ...opened.engine,
      session: (work, limits) => (isAway ? Promise.reject(new Error('away')) : opened.engine.session(work, limits)),
    }
    const following = await followChanges({
      engine,
      owner,
      isWatched: () => true,
      told: (notices) => heard.push(...notices),
      lost: () => {
        lost += 1
      },
      log: (line) => lines.push(line),
    })
    await run(insert(41))
    await expect.poll(() => keysOf(heard)).toEqual([41])
    await run(insert(44))
    await following.caughtUp()
    expect(keysOf(heard)).toEqual([41, 44])
    isAway = true
    await expect.poll(() => lines).toHaveLength(1)
    await run(insert(42))
    isAway = false
    await expect.poll(() => keysOf(heard)).toEqual([41, 44, 42])
    await following.stop()
    expect(lost).toBe(0)
  })
})
