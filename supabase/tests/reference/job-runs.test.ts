import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ProcessJob, startJobs } from '../../../server/jobs/jobs.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let opened: TestDatabase
type Ask = <R>(sql: string, params?: unknown[]) => Promise<R[]>

const inTransaction = <T>(work: (ask: Ask) => Promise<T>) =>
  transaction(opened.engine, opened.owner, (session) =>
    work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
  )
const query: Ask = (sql, params) => inTransaction((ask) => ask(sql, params))

beforeAll(async () => {
  opened = await openTestDatabase()
})
beforeEach(() => query('delete from private.jobs'))
afterAll(() => opened.close())

const claim = async (slot: string) =>
  (await query<{ mine: boolean }>('select private.claim_job($1, $2) as mine', ['refresh_popular', slot]))[0]?.mine

type Row = { name: string; succeeded: boolean; failed: boolean; last_error: string | null; last_duration_ms: number }
const rows = () =>
  query<Row>(
    `select name, last_succeeded_at >= last_started_at as succeeded, last_failed_at >= last_started_at as failed, last_error,
       last_duration_ms from private.jobs order by name`,
  )

test('of two servers that wake up for one time one runs the job, however far apart their clocks are', async () => {
  expect(await claim('2026-11-24T00:20:00Z')).toBe(true)
  expect(await claim('2026-11-24T00:20:00Z')).toBe(false)
  // A claim before its time: this server's clock is ahead of the database's.
  expect(await claim('2046-11-24T00:25:00Z')).toBe(true)
  expect(await claim('2046-11-24T00:25:00Z')).toBe(false)
  expect(await claim('2046-11-24T00:30:00Z')).toBe(true)
})

test('claims at the same moment: one of twenty', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim('2026-11-24T00:20:00Z')))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('two servers with one schedule run each job once each time, and a job of every server in both', async () => {
  const runs: number[] = []
  const everywhere = new Set<number>()
  const enough = Promise.withResolvers<void>()
  const jobs = (server: number): ProcessJob[] => [
    {
      name: 'once',
      schedule: '* * * * * *',
      once: true,
      work: async () => {
        runs.push(Math.round(Date.now() / 1000))
        if (runs.length === 3) enough.resolve()
      },
    },
    { name: 'each', schedule: '* * * * * *', work: async () => everywhere.add(server) },
  ]
  const failures: string[] = []
  const options = { log: (line: string) => void failures.push(line), sqlJobs: [] }
  const stops = await Promise.all(
    [0, 1].map((server) => startJobs({ query, transaction: inTransaction }, { ...options, processJobs: jobs(server) })),
  )
  await enough.promise
  for (const stop of stops) stop()
  expect(failures).toEqual([])
  expect(new Set(runs).size).toBe(runs.length)
  expect(everywhere.size).toBe(2)
  await expect.poll(rows).toMatchObject([{ name: 'once', succeeded: true, failed: null, last_error: null }])
})

test('a failure is noted for all servers, and the log names it', async () => {
  const failed = Promise.withResolvers<string>()
  const work = () => Promise.reject(new Error(`kaputt ${'x'.repeat(600)}`))
  const stop = await startJobs(
    { query, transaction: inTransaction },
    { log: failed.resolve, sqlJobs: [], processJobs: [{ name: 'broken', schedule: '* * * * * *', once: true, work }] },
  )
  expect(await failed.promise).toContain('Aufgabe broken ist gescheitert: kaputt')
  stop()
  const [row] = await rows()
  expect(row).toMatchObject({ name: 'broken', succeeded: null, failed: true })
  expect(row?.last_error).toMatch(/^kaputt x{493}$/)
})

test('what pg_cron runs is noted the same way, and a failing job takes back what it did', async () => {
  await query(`create function private.breaking_job() returns void language plpgsql as
    $$ begin delete from private.reserved_nicknames; raise exception 'kaputt'; end $$`)
  await query(`select private.run_job('refresh_popular')`)
  await query(`select private.run_job('breaking_job')`)
  expect(await rows()).toMatchObject([
    { name: 'breaking_job', succeeded: null, failed: true, last_error: 'kaputt' },
    { name: 'refresh_popular', succeeded: true, failed: null, last_error: null },
  ])
  expect(
    (await query<{ words: number }>('select count(*)::int as words from private.reserved_nicknames'))[0]?.words,
  ).toBeGreaterThan(0)
})
