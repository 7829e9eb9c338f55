import pg from 'pg'
import { expect, test } from 'vitest'
import { MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyServerDatabase } from './server-database.ts'

const { TEST_DATABASE_URL } = process.env

test.skipIf(!TEST_DATABASE_URL)(
  'a database that is away is said so, and found again when it is back',
  OPENS_A_DATABASE,
  async () => {
    const database = await copyServerDatabase(TEST_DATABASE_URL ?? '', MIGRATIONS)
    const lines: string[] = []
    const ours = await openOurs({ databaseUrl: database.url, log: (line) => lines.push(line) })
    const name = new URL(database.url).pathname.slice(1)
    const admin = new pg.Client({ connectionString: TEST_DATABASE_URL })
    await admin.connect()
    try {
      await ours.guest().from('books').select('id')
      await admin.query(`alter database ${name} with allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      expect(await ours.backend.status()).toMatchObject({ database: 'away', engine: 'postgres' })
      // With fetch, because the client retries after a 503 and would be counted more than once.
      for (const path of ['/rest/v1/books?select=id', '/rest/v1/rpc/greet?p_name=x']) {
        const away = await ours.fetch(new Request(`${ours.url}${path}`, { headers: { apikey: ours.publishableKey } }))
        expect([away.status, ((await away.json()) as { code: string }).code]).toEqual([503, 'PGRST000'])
      }
      expect(lines.filter((line) => line.includes('answered with 503'))).toEqual([
        'GET /rest/v1/books answered with 503: no connection to the database',
        'GET /rest/v1/rpc/greet answered with 503: no connection to the database',
      ])
      await admin.query(`alter database ${name} with allow_connections true`)
      expect((await ours.guest().from('books').select('id').order('id')).data).toEqual([
        { id: 1 },
        { id: 2 },
        { id: 3 },
      ])
      expect((await ours.backend.status()).database).toBe('ok')
    } finally {
      await admin.end()
      await ours.close()
      await database.drop()
    }
  },
)
