import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { expect, test } from 'vitest'
import { recordDisk } from '../../test/lossy-disk.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../test/prepared-database.ts'
import type { Engine } from './engine.ts'
import { openPglite } from './pglite.ts'
import { transaction } from './transaction.ts'
import { checkpoints } from './watched-pglite.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../../test/migrations')
const exec = (engine: Engine, sql: string) => engine.session((session) => session.exec(sql))

/** Writes of several clients, each of which changes two tables, beside checkpoints, new segments of the log and new files. */
async function writeMuch(engine: Engine, acknowledge: (id: string) => void): Promise<void> {
  const client = async (number: number) => {
    for (let n = 0; n < 20; n++) {
      const id = `${number}-${n}`
      await transaction(engine, undefined, async (session) => {
        await session.query('insert into words values ($1, repeat(md5($1), 100))', [id])
        await session.query('update counters set n = n + 1 where client = $1', [number])
      })
      acknowledge(id)
      if (number === 0 && n % 5 === 4) await exec(engine, 'checkpoint')
    }
  }
  await Promise.all([0, 1, 2].map(client))
  for (const sql of ['select pg_switch_wal()', 'vacuum full counters', 'reindex table words']) await exec(engine, sql)
  await Promise.all([3, 4].map(client))
}

type Found = { words: string[]; counted: number; errors: string[] }

async function examined(dir: string): Promise<Found> {
  const db = await PGlite.create({ dataDir: dir, extensions: { amcheck } })
  await db.exec('create extension amcheck; set enable_indexscan = off; set enable_indexonlyscan = off')
  const { rows: words } = await db.query<{ word: string }>('select word from words')
  const { rows: sums } = await db.query<{ n: number }>('select sum(n)::int as n from counters')
  const { rows: indexes } = await db.query<{ oid: number }>(
    `select indexrelid as oid from pg_index join pg_class on pg_class.oid = indexrelid
     join pg_am on pg_am.oid = relam where amname = 'btree'`,
  )
  const errors: string[] = []
  for (const { oid } of indexes)
    await db.query('select bt_index_check($1, true)', [oid]).catch((error: unknown) => errors.push(String(error)))
  await db.close()
  return { words: words.map(({ word }) => word), counted: sums[0]?.n ?? 0, errors }
}

test('after a power cut every acknowledged write is there, whole, and indexes agree with their tables', async () => {
  const dir = scratchDirectory()
  const pg = path.join(dir, 'pg')
  await copyPreparedDatabase(pg, MIGRATIONS)
  const first = await openPglite(pg)
  await exec(
    first,
    `create table words (word text primary key, filler text); create index on words (filler, word);
     create table counters (client int primary key, n int); insert into counters select i, 0 from generate_series(0, 4) i`,
  )
  await first.close()
  const disk = recordDisk(pg, path.join(dir, 'base'))
  const engine = await openPglite(pg)
  await writeMuch(engine, disk.acknowledge).finally(disk.stop)
  await engine.close()

  for (let seed = 1; seed <= 5; seed++) {
    const left = path.join(dir, `cut-${seed}`)
    const acknowledged = disk.cut(left, seed)
    const { words, counted, errors } = await examined(left)
    expect(words, `cut ${seed}`).toEqual(expect.arrayContaining(acknowledged))
    expect(counted, `cut ${seed}`).toBe(words.length)
    expect(errors, `cut ${seed}`).toEqual([])
    fs.rmSync(left, { recursive: true })
  }
}, 300_000)

test('a long log is shortened by a checkpoint, and an idle one left alone', async () => {
  const dir = scratchDirectory()
  await copyPreparedDatabase(path.join(dir, 'pg'), MIGRATIONS)
  const engine = await openPglite(path.join(dir, 'pg'))
  const redo = async () => (await exec(engine, 'select redo_lsn from pg_control_checkpoint()'))[0]?.redo_lsn
  const look = checkpoints(engine)
  await exec(engine, `checkpoint`)
  const before = await redo()
  for (let looks = 0; looks < 15; looks++) await look()
  expect(await redo()).toBe(before)
  await exec(
    engine,
    `create table small (); create table large as select repeat('x', 1000) from generate_series(1, 75000)`,
  )
  await look()
  expect(await redo()).not.toBe(before)
  await engine.close()
})
