import fs from 'node:fs'
import type { Engine } from '@hot/embedded/database/engine'
import { openPglite } from '@hot/embedded/database/pglite'
import { expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from '../../packages/embedded/test/prepared-database.ts'
import { type Chore, startJobs, tidy } from './jobs.ts'

test('an embedded database is vacuumed and analysed, which nothing else does there', OPENS_A_DATABASE, async () => {
  const dir = scratchDirectory()
  await copyPreparedDatabase(dir, MIGRATIONS)
  const engine = await openPglite(dir)
  const ask = async (sql: string) => (await engine.session((session) => session.query(sql))).rows[0]
  await engine.session((session) =>
    session.exec('create table crowd as select n from generate_series(1, 1000) n; delete from crowd where n > 400'),
  )
  const known = `select reltuples::int as rows, (select count(*)::int from pg_stats where tablename = 'crowd') as columns from pg_class where relname = 'crowd'`
  expect(await ask(known)).toEqual({ rows: -1, columns: 0 })
  await tidy(engine)
  expect(await ask(known)).toEqual({ rows: 400, columns: 1 })
  await engine.close()
  fs.rmSync(dir, { recursive: true })
})

test('what this process has done is told; what another does, and what failed, is not', async () => {
  const answer = async () => ({ rows: [{ found: false }] })
  const engine = { kind: 'pglite', session: (work: (session: object) => unknown) => work({ query: answer }) }
  const told = new Set<string>()
  const lines = new Set<string>()
  // Each has its own clock: one may come around again before another has begun.
  const ran = { elsewhere: Promise.withResolvers<void>(), failing: Promise.withResolvers<void>() }
  const mine = Promise.withResolvers<void>()
  const chore = (name: string, work: Chore['work']): Chore => ({ name, schedule: '* * * * * *', work })
  const stop = await startJobs(
    engine as unknown as Engine,
    'owner',
    (line) => {
      lines.add(line)
      ran.failing.resolve()
    },
    [],
    [
      chore('elsewhere', async () => {
        ran.elsewhere.resolve()
        return 'busy'
      }),
      chore('failing', () => Promise.reject(new Error('kaputt'))),
      chore('mine', async () => 'done'),
    ],
    (name) => {
      told.add(name)
      mine.resolve()
    },
  )
  await Promise.all([ran.elsewhere.promise, ran.failing.promise, mine.promise])
  stop()
  expect([...told]).toEqual(['mine'])
  expect([...lines]).toEqual(['Aufgabe failing ist gescheitert: kaputt'])
})
