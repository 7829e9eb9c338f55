import type { Backend } from '@hot/embedded'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { surviveDisconnects } from './forced-disconnects.ts'
import { type Contract, member, ownTargets } from './open-contract.ts'
import { connect, listen, openLine, soon } from './realtime-line.ts'

/** Ends every connection to the database, as an administrator or a restart of the server would. */
async function endConnections({ backend }: { backend: Backend }): Promise<void> {
  const [row] = await backend.query<{ name: string }>('select current_database() as name')
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'embedded%' and datname = $1`,
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

  test.runIf(name === 'PostgreSQL')('to the database is survived, and what follows is reported', async () => {
    const line = await openLine(contract)
    const me = await member(contract)
    const client = await connect(line, contract, me.token)
    const heard = await listen(client, { table: 'notes' })
    await endConnections(contract)
    // When sessions cannot be checked at that moment, the client joins again, and what was written before is for it to read.
    await soon(async () => {
      await me.client.from('notes').insert({ body: 'danach' })
      return heard.changes.length
    }).toBeGreaterThan(0)
    await client.disconnect()
    await line.close()
  })
})
