import pg from 'pg'
import { expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyServerDatabase } from './server-database.ts'

const { TEST_DATABASE_URL } = process.env

test.skipIf(!TEST_DATABASE_URL)(
  'a request that PostgreSQL ends because of a deadlock runs again, and nobody sees an error',
  OPENS_A_DATABASE,
  async () => {
    const database = await copyServerDatabase(TEST_DATABASE_URL ?? '', MIGRATIONS)
    const name = new URL(database.url).pathname.slice(1)
    const [other, watch] = [database.url, database.url].map((connectionString) => new pg.Client({ connectionString }))
    if (!other || !watch) throw new Error('two connections')
    await Promise.all([other.connect(), watch.connect()])
    // Whoever waits this long looks for a deadlock: the request, and not the other.
    await watch.query(`alter database ${name} set deadlock_timeout = '3s'`)
    const ours = await openOurs({ databaseUrl: database.url })
    const waiting = async () =>
      Number(
        (
          await watch.query(`select count(*) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [
            name,
          ])
        ).rows[0]?.count,
      )
    try {
      const service = ours.service()
      const { rows } = await watch.query<{ id: string }>(
        `insert into public.notes (owner, body) values (gen_random_uuid(), 'eins'), (gen_random_uuid(), 'zwei') returning id`,
      )
      await other.query(`begin; set local deadlock_timeout = '10min'`)
      await other.query(`update public.notes set body = 'von anderen' where id = $1`, [rows[1]?.id])
      const asked = service.rpc('rename_all_notes', { p_body: 'alle' })
      const renamed = asked.then(({ data, error }) => ({ data, error }))
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      await other.query(`update public.notes set body = 'von anderen' where id = $1`, [rows[0]?.id])
      await other.query('commit')
      expect(await renamed).toEqual({ data: 2, error: null })
      expect((await watch.query('select distinct body from public.notes')).rows).toEqual([{ body: 'alle' }])
      const ended = await watch.query('select deadlocks::int from pg_stat_database where datname = $1', [name])
      expect(ended.rows).toEqual([{ deadlocks: 1 }])
    } finally {
      await Promise.all([other.end(), watch.end()])
      await ours.close()
      await database.drop()
    }
  },
)
