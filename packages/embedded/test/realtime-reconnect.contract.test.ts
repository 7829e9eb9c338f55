import type { Backend } from '@hot/embedded'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { surviveDisconnects } from './forced-disconnects.ts'
import { type Contract, member, ownTargets } from './open-contract.ts'
import { connect, listen, openLine, soon } from './realtime-line.ts'

/** As an administrator or a restart of the server would. */
async function endListeners({ backend }: { backend: Backend }): Promise<void> {
  const [row] = await backend.query<{ name: string }>('select current_database() as name')
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'embedded listen' and datname = $1`,
    [row?.name],
  )
  await admin.end()
}

describe.each(ownTargets())('A broken connection on $name', ({ name, open }) => {
  let contract: Contract & { backend: Backend }
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  test('leaves the client in the state of the database, 20 times', () => surviveDisconnects(contract, 20))

  test.runIf(name === 'PostgreSQL')(
    'to the database makes clients join again, and tells them what follows',
    async () => {
      const line = await openLine(contract)
      const me = await member(contract)
      const client = await connect(line, contract, me.token)
      const heard = await listen(client, { table: 'notes' })
      await endListeners(contract)
      await soon(() => heard.states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
      await me.client.from('notes').insert({ body: 'danach' })
      await soon(() => heard.changes).toHaveLength(1)
      await client.disconnect()
      await line.close()
    },
  )
})
