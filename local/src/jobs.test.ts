import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OPENS_A_DATABASE } from '../test/open-contract.ts'
import { openPglite } from './database/pglite.ts'
import { tidy } from './jobs.ts'

test('an embedded database is vacuumed and analysed, which nothing else does there', OPENS_A_DATABASE, async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-jobs-'))
  const engine = await openPglite(dir)
  const ask = async (sql: string) => (await engine.session((session) => session.query(sql))).rows[0]
  await engine.session((session) =>
    session.exec('create table many as select n from generate_series(1, 1000) n; delete from many where n > 400'),
  )
  const known = `select reltuples::int as rows, (select count(*)::int from pg_stats where tablename = 'many') as columns from pg_class where relname = 'many'`
  expect(await ask(known)).toEqual({ rows: -1, columns: 0 })
  await tidy(engine)
  expect(await ask(known)).toEqual({ rows: 400, columns: 1 })
  await engine.close()
  fs.rmSync(dir, { recursive: true })
})
