import { adminOperationsPage } from '@hot/domain/contract/admin/operations'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const figures = {
  ...{ requests: 480_000, p50: 3, p95: 1200, ok: 479_000, wrong: 10, failed: 4, refused: 990, slow: 12, unlogged: 2 },
  ...{ lost: 0, queue: 40, statements: 9000, database_ms: 31_000, statement_p95: 12, statement_max: 3001 },
  ...{ session_p95: 3, session_max: 900, sockets: 150, live: 800, live_p95: 90, jobs: 3, jobs_failed: 1 },
  ...{ mails_sent: 2, mails_failed: 0, mails_waiting: 7, loop_p99: 30, loop_max: 900, cpu: 88, rss: 512 },
  kinds: { page_cached: { n: 470_000, p50: 3, p95: 9 }, rpc: { n: 900, p50: 40, p95: 1200 } },
}

const minute = (ago: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 - ago * 60_000).toISOString()

const note = (t: Harness, process: number, ago: number, more: object = {}) =>
  t.owner('select private.note_server_minutes($1, $2)', [
    process,
    JSON.stringify([{ at: minute(ago), ...figures, ...more }]),
  ])

const page = async (t: Harness, hours: number, at: string | null = null) =>
  adminOperationsPage.parse(
    (await t.as('admin', 'select public.admin_operations_page($1, $2) as page', [hours, at])).rows[0]?.page,
  )

test(
  'a minute is kept once, of each process, and shown of all together: counts added up, times of the worst',
  harness(async (t) => {
    await note(t, 1, 5)
    await note(t, 1, 5, { requests: 1 })
    await note(t, 2, 5, { requests: 20, p95: 4000, mails_waiting: null, kinds: { rpc: { n: 5, p50: 9, p95: 4000 } } })
    await note(t, 1, 40)
    const { points, around, kinds, step_minutes } = await page(t, 1, minute(5))
    expect(step_minutes).toBe(1)
    expect(points.map(({ requests, p95, sockets }) => [requests, p95, sockets])).toEqual([
      [480_000, 1200, 150],
      [480_020, 4000, 300],
    ])
    expect(points.map(({ worst }) => Date.parse(worst))).toEqual([40, 5].map((ago) => Date.parse(minute(ago))))
    expect(around).toHaveLength(1)
    expect(around[0]).toMatchObject({
      processes: 2,
      requests: 480_020,
      p95: 4000,
      failed: 8,
      mails_waiting: 7,
      cpu: 88,
    })
    expect(kinds).toEqual({
      page_cached: { n: 470_000, p50: 3, p95: 9 },
      rpc: { n: 905, p50: 40, p95: 4000 },
    })
  }),
)

test(
  'a day is drawn in steps of ten minutes, fourteen days in steps of two hours; ten minutes around the picked one are whole',
  harness(async (t) => {
    for (const ago of [4, 14, 15, 16, 25, 26, 300]) await note(t, 1, ago)
    const day = await page(t, 24, minute(15))
    expect([day.step_minutes, day.around.length]).toEqual([10, 4])
    expect(day.points.length).toBeLessThan(7)
    // Of four and more minutes in a row one was busy: an average would hide it.
    await note(t, 2, 14, { requests: 3 })
    await note(t, 3, 14, { requests: 7 })
    for (const ago of [61, 62, 63]) await note(t, 1, ago, { requests: 1000 })
    const busiest = Math.max(...(await page(t, 336)).points.map(({ requests }) => requests))
    expect(busiest).toBe(480_010)
    expect((await page(t, 336)).points.length).toBeLessThan(4)
    expect((await page(t, 24)).around).toEqual([])
  }),
)

test(
  'minutes are kept for fourteen days',
  harness(async (t) => {
    await note(t, 1, 14 * 24 * 60 + 2)
    await note(t, 1, 14 * 24 * 60 - 2)
    await t.owner('select private.retain_server_minutes()')
    expect((await t.owner('select count(*)::int as n from private.server_minutes')).rows).toEqual([{ n: 1 }])
  }),
)

test(
  'fourteen days of a process take less than ten megabytes, keys included',
  harness(async (t) => {
    const all = ['page_cached', 'page_uncached', 'rpc', 'rest', 'auth', 'storage', 'asset', 'live', 'feed', 'service']
    const kinds = Object.fromEntries(all.map((kind) => [kind, { n: 4711, p50: 12, p95: 1234 }]))
    await note(t, 1, 1, { kinds })
    await t.owner(
      `insert into private.server_minutes select (jsonb_populate_record(m, jsonb_build_object('at', m.at - n * interval '1 minute'))).*
       from private.server_minutes m, generate_series(1, 2015) n`,
    )
    const { rows } = await t.owner(`select pg_total_relation_size('private.server_minutes')::int as bytes`)
    expect(Number(rows[0]?.bytes) * 10).toBeLessThan(10_000_000)
  }),
)
