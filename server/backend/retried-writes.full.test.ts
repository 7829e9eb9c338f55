import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, openOurs } from '../../packages/embedded/test/open-contract.ts'
import { copyServerDatabase } from '../../packages/embedded/test/server-database.ts'
import { counterDifferences } from '../../supabase/tests/counters/counter-differences.ts'
import { lossyLine } from '../../tests/support/server/lossy-line.ts'
import { openWorld, type World, type Write, writesOf } from '../../tests/support/server/member-writes.ts'

const { TEST_DATABASE_URL } = process.env
const migrationsDir = path.resolve(import.meta.dirname, '../../supabase/migrations')
const people = 25
const rowsEach = 40

type Ours = Awaited<ReturnType<typeof openOurs>>
/** Retries until there is an answer; returns the number of attempts. A row with this id is from an earlier attempt. */
async function untilAnswered(client: SupabaseClient, { table, row, rpc }: Write): Promise<number> {
  const send = () => {
    if (rpc) return client.rpc(rpc.name, rpc.args)
    return 'id' in row ? client.from(table).insert(row) : client.from(table).upsert(row)
  }
  for (let attempt = 1; ; attempt++) {
    const { error, status } = await send()
    if (!error || (error.code === '23505' && error.message.includes(`"${table}_pkey"`))) return attempt
    // PGRST003: the database was busy for longer than a request may wait. The app retries on it too.
    if (status !== 0 && error.code !== 'PGRST003')
      throw new Error(`${table}: ${status} ${error.code} ${error.message} ${error.hint}`)
  }
}

const targets: [string, () => Promise<Ours & { drop?: () => Promise<void> }>][] = [
  ['PGlite', () => openOurs({ migrationsDir })],
]
if (TEST_DATABASE_URL)
  targets.push([
    'PostgreSQL',
    async () => {
      const { url, drop } = await copyServerDatabase(TEST_DATABASE_URL, migrationsDir)
      return { ...(await openOurs({ migrationsDir, databaseUrl: url })), drop }
    },
  ])

describe.each(targets)('on %s', (_, open) => {
  let ours: Awaited<ReturnType<typeof open>>
  let world: World
  beforeAll(async () => {
    ours = await open()
    world = await openWorld(ours.backend)
  }, 240_000)
  afterAll(async () => {
    await ours.close()
    await ours.drop?.()
  })

  /** Members with nicknames whose accounts are old enough that their votes count. */
  async function members(count: number, contract: Contract) {
    const joined = []
    for (let n = 0; n < count; n++) {
      const { id, token } = await member(contract)
      await ours.backend.query(
        `update public.profiles set nickname = $2, created_at = now() - interval '2 days' where id = $1`,
        [id, `gast${id.slice(0, 8)}`],
      )
      joined.push({ id, token })
    }
    return joined
  }

  const clientOn = (fetcher: Contract['fetch'], token: string) =>
    createClient(ours.url, ours.publishableKey, {
      accessToken: async () => token,
      global: { fetch: (input, init) => fetcher(new Request(input, init)) },
    })

  test('a thousand writes whose first attempt failed result in a thousand rows', async () => {
    const line = lossyLine(ours.fetch)
    const crowd = await members(people, ours)
    const lanes = crowd.map(async ({ id, token }) => {
      const client = clientOn(line.fetch, token)
      const attempts = []
      for (const write of writesOf(world, id)) attempts.push({ ...write, times: await untilAnswered(client, write) })
      return attempts
    })
    const written = (await Promise.all(lanes)).flat()
    await line.calm()
    expect(written).toHaveLength(people * rowsEach)
    // On a busy machine an attempt is sometimes answered with 503, and the client retries once more.
    expect(written.every(({ times }) => times >= 2)).toBe(true)
    expect(line.lost()).toBe(people * rowsEach)

    for (const table of new Set(written.map((write) => write.table))) {
      const by = { comments: 'author_id', community_posts: 'author_id', reports: 'reporter_id' }[table] ?? 'user_id'
      const [counted] = await ours.backend.query<{ n: number }>(
        `select count(*)::int as n from public.${table} where ${by} is not null`,
      )
      expect([table, counted?.n]).toEqual([table, written.filter((write) => write.table === table).length])
    }
    await ours.backend.query(
      'select private.fold_counts(), private.fold_star_scores(), private.deliver_notifications()',
    )
    expect(await ours.backend.query(counterDifferences)).toEqual([])
  })

  test('two hundred identical votes at once result in one row, counted once', async () => {
    const [one] = await members(1, ours)
    const client = clientOn(ours.fetch, one?.token ?? '')
    const star = randomUUID()
    await ours.backend.query(`insert into public.stars (id, first_name) values ($1, 'Rico')`, [star])
    const vote = { table: 'demand_votes', row: { star_id: star, user_id: one?.id, value: 5 } }
    await Promise.all(Array.from({ length: 200 }, () => untilAnswered(client, vote)))
    expect(
      await ours.backend.query(
        `select demand_count, demand_sum, (select count(*)::int from public.demand_votes v where v.star_id = c.star_id) as rows
         from public.star_scores c where star_id = $1`,
        [star],
      ),
    ).toEqual([{ demand_count: 1, demand_sum: 5, rows: 1 }])
  })
})
