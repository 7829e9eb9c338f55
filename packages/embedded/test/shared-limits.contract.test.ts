import fs from 'node:fs'
import path from 'node:path'
import type { Backend } from '@hot/embedded'
import type { Engine } from '@hot/embedded/database/engine'
import { openPglite } from '@hot/embedded/database/pglite'
import { openPostgres } from '@hot/embedded/database/postgres'
import { transaction } from '@hot/embedded/database/transaction'
import { FORGET_LIMITS, storedLimiter, storedNetworkLimiter } from '@hot/embedded/wire/stored-limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, LOOSE_RATES, MIGRATIONS, member, openOurs } from './open-contract.ts'
import { copyPreparedDatabase, scratchDirectory } from './prepared-database.ts'
import { copyServerDatabase } from './server-database.ts'

type Ours = Contract & { backend: Backend }
const { TEST_DATABASE_URL } = process.env
const hour = (times: number) => ({ times, seconds: 3600 })

const post = async ({ backend, url, publishableKey }: Ours, where: string, body: object, remoteAddress: string) => {
  const headers = { apikey: publishableKey }
  const request = new Request(`${url}/auth/v1${where}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return backend.fetch(request, { remoteAddress })
}
const signIn = (to: Ours, email: string, password: string, address: string) =>
  post(to, '/token?grant_type=password', { email, password }, address)

type Place = { start: () => Promise<Ours>; engine: () => Promise<Engine>; drop: () => Promise<void> }

/** A database that can be opened again, and at the same time where there is a server. */
async function openAgain(rates: object): Promise<Place> {
  const options = { rates: { ...LOOSE_RATES, ...rates } }
  if (TEST_DATABASE_URL) {
    const { url, drop } = await copyServerDatabase(TEST_DATABASE_URL, MIGRATIONS)
    return {
      start: () => openOurs({ ...options, databaseUrl: url }),
      engine: async () => openPostgres(url, () => {}),
      drop,
    }
  }
  const dataDir = scratchDirectory()
  await copyPreparedDatabase(path.join(dataDir, 'pg'), MIGRATIONS)
  return {
    start: () => openOurs({ ...options, dataDir }),
    engine: () => openPglite(path.join(dataDir, 'pg')),
    drop: async () => fs.rmSync(dataDir, { recursive: true }),
  }
}

describe('limits', { timeout: 240_000 }, () => {
  const rates = { wrongPasswords: hour(25), mails: hour(4), knownAddresses: hour(3) }
  let place: Place
  let a: Ours
  beforeAll(async () => {
    place = await openAgain(rates)
    a = await place.start()
  }, 240_000)
  afterAll(async () => {
    await a?.close()
    await place?.drop()
  })

  /** Wrong passwords, each from another network, at these processes in turn; how many were compared. */
  const guesses = async (email: string, at: readonly Ours[], first: number, count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        signIn(at[n % at.length] ?? a, email, `falsch ${n}`, `10.9.${first}.${n}`),
      ),
    )
    return answers.filter(({ status }) => status === 400).length
  }

  test.runIf(TEST_DATABASE_URL)('two processes compare 25 wrong passwords of an account together', async () => {
    const b = await place.start()
    const { email } = await member(a)
    expect(await guesses(email, [a, b], 1, 60)).toBe(25)
    await b.close()
  })

  test.runIf(TEST_DATABASE_URL)('two processes share the mails of an hour', async () => {
    const b = await place.start()
    const sent = []
    for (let n = 0; n < 6; n++) {
      const { email } = await member(a)
      sent.push((await post(n % 2 ? a : b, '/recover', { email }, `${11 + n}.8.0.1`)).status)
      await Promise.all([a.backend.idle(), b.backend.idle()])
    }
    expect(sent).toEqual([200, 200, 200, 200, 429, 429])
    await b.close()
  })

  test('a restart gives nobody new attempts', async () => {
    const { email } = await member(a)
    expect(await guesses(email, [a], 2, 20)).toBe(20)
    await a.close()
    a = await place.start()
    expect(await guesses(email, [a], 3, 20)).toBe(5)
  })
})

describe('a stored limit', { timeout: 240_000 }, () => {
  let place: Place
  let engine: Engine
  beforeAll(async () => {
    place = await openAgain({})
    engine = await place.engine()
  }, 240_000)
  afterAll(async () => {
    await engine?.close()
    await place?.drop()
  })

  const stored = async () =>
    (
      await engine.session(({ query }) =>
        query('select name, key, full_at, ctid::text, xmax::text from embedded.limits order by name, key'),
      )
    ).rows

  test('allows a burst, then one whenever enough has been refilled; others have their own', async () => {
    const { take, peek, giveBack } = storedLimiter(engine, 'burst', { times: 3, seconds: 30 })
    expect([await take('a'), await take('a'), await take('a')]).toEqual([0, 0, 0])
    expect([await take('a'), await peek('a'), await take('b'), await peek('b')]).toEqual([10, 10, 0, 0])
    await giveBack('a', 2)
    expect([await take('a', 2), await take('a')]).toEqual([0, 10])
    const quick = storedLimiter(engine, 'quick', { times: 10, seconds: 1 }, { isQuick: true })
    for (let n = 0; n < 10; n++) await quick.take('a')
    await expect.poll(() => quick.peek('a'), { interval: 20 }).toBe(0)
  })

  test('a request of higher cost is allowed as a whole or not at all, and never above the limit', async () => {
    const { take, peek } = storedLimiter(engine, 'cost', { times: 10, seconds: 10_000 })
    expect([await take('a', 8), await take('a', 2), await take('a')]).toEqual([0, 0, 1000])
    expect([await take('b', 11), await peek('b'), await take('b', 10)]).toEqual([1, 0, 0])
  })

  test('what a rolled back transaction took is not counted', async () => {
    const { take } = storedLimiter(engine, 'rolled back', { times: 1, seconds: 1000 })
    const failing = transaction(engine, 'supabase_auth_admin', async () => {
      expect(await take('a')).toBe(0)
      throw new Error('no mail')
    })
    await expect(failing).rejects.toThrow('no mail')
    expect([await take('a'), await take('a')]).toEqual([0, 1000])
  })

  test('repeated refusals write nothing, and of many at once no more are allowed than the limit', async () => {
    const { take } = storedLimiter(engine, 'flood', { times: 5, seconds: 3600 })
    const waits = await Promise.all(Array.from({ length: 50 }, () => take('a')))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5)
    const before = await stored()
    for (let n = 0; n < 1_000; n++) expect(await take('a')).toBeGreaterThan(0)
    expect(await stored()).toEqual(before)
  })

  test('the networks of a site together have eight times the limit of one', async () => {
    const { take } = storedNetworkLimiter(engine, 'site', { times: 2, seconds: 3600 })
    const at = (n: number) => take(`2001:db8:5:${n.toString(16)}::1`)
    const waits = []
    for (let n = 0; n < 20; n++) waits.push(await at(n))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(16)
    expect(await take('2001:db8:6:1::1')).toBe(0)
  })

  test('names neither addresses nor networks, and is deleted once it is full again', async () => {
    const { take } = storedLimiter(engine, 'private', { times: 20, seconds: 1 })
    await take('code niemand.hier@gmx.de')
    expect(JSON.stringify(await stored())).not.toMatch(/niemand/)
    const names = async () => (await stored()).map(({ name }) => name)
    await expect
      .poll(
        async () => {
          await engine.session(({ query }) => query(FORGET_LIMITS))
          return names()
        },
        { interval: 20 },
      )
      .not.toContain('private')
    expect(await names()).toContain('flood')
  })
})
