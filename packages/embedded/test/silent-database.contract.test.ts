import { openPglite } from '@hot/embedded/database/pglite'
import { openPostgres } from '@hot/embedded/database/postgres'
import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, MIGRATIONS, OPENS_A_DATABASE, openOurs } from './open-contract.ts'
import { copyServerDatabase, type ServerDatabase } from './server-database.ts'
import { silentNetwork } from './silent-network.ts'

const { TEST_DATABASE_URL = '' } = process.env

/** More than the pool has sessions. */
const MANY = 25

describe.runIf(TEST_DATABASE_URL)('a network to PostgreSQL that loses packets without a word', OPENS_A_DATABASE, () => {
  let database: ServerDatabase
  let network: Awaited<ReturnType<typeof silentNetwork>>
  let ours: Contract
  const lines: string[] = []

  beforeAll(async () => {
    database = await copyServerDatabase(TEST_DATABASE_URL, MIGRATIONS)
    network = await silentNetwork(database.url)
    ours = await openOurs({ databaseUrl: network.url, log: (line) => lines.push(line) })
  })
  afterAll(async () => {
    await ours?.close()
    await network?.close()
    await database?.drop()
  })

  const statusOf = async (path: string) => {
    const answer = await ours.fetch(new Request(`${ours.url}${path}`, { headers: { apikey: ours.publishableKey } }))
    await answer.body?.cancel()
    return answer.status
  }
  /** Both ways: by a function in one trip, and by a table in several. */
  const many = () =>
    Promise.all(
      Array.from({ length: MANY }, (_, at) =>
        statusOf(at % 2 ? '/rest/v1/books?select=id' : '/rest/v1/rpc/greet?p_name=x'),
      ),
    )

  test('answers 503 within seconds, and all is well right after, by itself', async () => {
    expect(new Set(await many())).toEqual(new Set([200]))
    expect(network.connections()).toBeGreaterThanOrEqual(10)
    network.silence()
    const began = performance.now()
    const during = await many()
    // A guest's statement has three seconds and its answer two more; whoever waited behind it has a new connection.
    expect(performance.now() - began).toBeLessThan(9_000)
    expect(during).toContain(503)
    expect(new Set(await many())).toEqual(new Set([200]))
    expect(lines.filter((line) => line.includes('has stopped answering'))).not.toEqual([])
  })

  test('does not keep the server from ending, whatever is under way', async () => {
    await many()
    network.lose()
    const under = many()
    const began = performance.now()
    await ours.close()
    expect(performance.now() - began).toBeLessThan(7_000)
    expect(new Set(await under)).toEqual(new Set([503]))
  })
})

const engines = TEST_DATABASE_URL
  ? [{ name: 'PostgreSQL', open: async () => openPostgres(TEST_DATABASE_URL, () => {}) }]
  : [{ name: 'PGlite', open: () => openPglite(undefined) }]

test.each(engines)(
  'a transaction on $name that cannot begin leaves no session inside it',
  OPENS_A_DATABASE,
  async ({ open }) => {
    const engine = await open()
    try {
      for (let n = 0; n < MANY; n++)
        await expect(transaction(engine, 'no_such_role', async () => {})).rejects.toThrow('no_such_role')
      const answers = Array.from({ length: MANY }, () => engine.session((session) => session.query('select 1 as a')))
      expect(new Set((await Promise.all(answers)).map(({ rows }) => rows[0]?.a))).toEqual(new Set([1]))
      // Left by hand, as nobody should.
      if (engine.kind === 'postgres') {
        await engine.session((session) => session.exec('begin'))
        const { rows } = await engine.session((session) =>
          session.query(`select now() = statement_timestamp() as alone, pg_backend_pid() as pid`),
        )
        expect(rows[0]?.alone).toBe(true)
      }
    } finally {
      await engine.close()
    }
  },
)
