import { networkTurns } from '@hot/embedded/wire/network-turns'
import { afterEach, expect, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import type { BackupTimes } from '../jobs/last-backup.ts'
import { documentCache } from '../pages/document-cache.ts'
import type { Health } from '../wire/lifecycle.ts'
import { readJobRuns } from './job-metrics.ts'
import { countCache, countQueue, countSockets, type Metrics, openMetrics } from './metrics.ts'
import type { MetricSources } from './metrics-registry.ts'
import type { Outboxes } from './outbox-counts.ts'
import { serverCounts } from './server-counts.ts'

const start = stubServers()
const opened: Metrics[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((metrics) => metrics.close()))
})

const build = { version: '1', commit: 'a'.repeat(40) }
const well: Health = { status: 'ok', database: 'ok', ...build }

async function measured(
  health: Health = well,
  outboxes?: () => Promise<Outboxes>,
  backups?: () => Promise<BackupTimes>,
  more: Partial<MetricSources> = {},
) {
  const counts = serverCounts()
  const metrics = await openMetrics(
    { host: '127.0.0.1', port: 0 },
    { build, counts, health: async () => health, outboxes, backups, ...more },
    () => {},
  )
  if (!metrics) throw new Error('no metrics')
  opened.push(metrics)
  const ask = (path = '/metrics', method = 'GET') => fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
  /** Value of one line of the text format; undefined if there is no such line. */
  const value = async (line: string) =>
    (await (await ask()).text())
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1)
  return { counts, metrics, ask, value }
}

test('no port is opened unless configured', async () => {
  const sources = { build, counts: serverCounts(), health: async () => well }
  expect(await openMetrics(undefined, sources, () => {})).toBeUndefined()
})

test('version, commit and Node are labels of one line', async () => {
  const { value } = await measured()
  const labels = `version="1",commit="${build.commit}",node="${process.versions.node}"`
  expect(await value(`hot_build_info{${labels}}`)).toBe('1')
})

test('requests are counted by kind and status, and unknown paths add no line', async () => {
  const { metrics, ask, value } = await measured()
  const { get } = await start({ answered: metrics.answered })
  for (const path of ['/stars', '/stars?q=x', '/rest/v1/rpc/x', '/%zz', '/health', '/og/star/a.png'])
    await (await get(path)).text()
  for (let at = 0; at < 30; at += 1) metrics.answered({ method: `M${at}`, path: `/p${at}/${at}.x`, status: 200, ms: 5 })
  expect(await value('hot_request_seconds_count{route="page",method="GET",status="2xx"}')).toBe('2')
  expect(await value('hot_request_seconds_count{route="page",method="GET",status="4xx"}')).toBe('1')
  expect(await value('hot_request_seconds_count{route="rpc",method="GET",status="4xx"}')).toBe('1')
  expect(await value('hot_request_seconds_count{route="service",method="GET",status="2xx"}')).toBe('1')
  expect(await value('hot_request_seconds_count{route="page",method="other",status="2xx"}')).toBe('30')
  expect(await value('hot_request_seconds_bucket{le="0.01",route="page",method="other",status="2xx"}')).toBe('30')
  expect((await (await ask()).text()).match(/^hot_request_seconds_count/gm)).toHaveLength(6)
})

test('pages are counted by the result of the cache', async () => {
  const { counts, metrics, value } = await measured()
  const cache = countCache(documentCache({ maxBytes: 1 << 20 }), counts)
  const server = await start({ cache, answered: metrics.answered })
  for (let at = 0; at < 4; at += 1) await (await server.get('/stars', { 'accept-encoding': 'br' })).text()
  expect(await value('hot_page_cache_total{answer="miss"}')).toBe('1')
  expect(await value('hot_page_cache_total{answer="hit"}')).toBe('3')
  counts.limits.set('mailsTo', 2)
  expect(await value('hot_sign_in_refused_total{limit="mailsTo"}')).toBe('2')
  expect(await value('hot_request_seconds_count{route="page",method="GET",status="2xx"}')).toBe('4')
})

test('gauges of rendering and waiting pages and of open sockets rise and fall', async () => {
  const { counts, value } = await measured()
  const queue = countQueue(networkTurns({ running: 1, runningPerNetwork: 1, waiting: 5, waitingPerNetwork: 5 }), counts)
  const slow = Promise.withResolvers<void>()
  const renders = [1, 2, 3].map(() => queue('192.0.2.1', () => slow.promise))
  expect([await value('hot_renders_running'), await value('hot_renders_waiting')]).toEqual(['1', '2'])
  slow.resolve()
  await Promise.all(renders)
  expect([await value('hot_renders_running'), await value('hot_renders_waiting')]).toEqual(['0', '0'])

  const upgrade = countSockets((_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'), counts)
  const closed = Promise.withResolvers<void>()
  const server = await start({
    upgrade: (request, socket, head) => {
      upgrade?.(request, socket, head)
      expect(counts.sockets).toBe(1)
      socket.once('close', closed.resolve)
    },
  })
  // The stand-in closes the socket during the handshake, which the client reports as an error.
  new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket`).onerror = () => {}
  await closed.promise
  expect(await value('hot_sockets')).toBe('0')
})

test('database and outboxes are reported with a single query', async () => {
  const none = { waiting: 0, failed: 0, oldestSeconds: 0 }
  let asked = 0
  const fine = await measured(well, async () => {
    asked += 1
    return {
      mails: { waiting: 7, failed: 2, oldestSeconds: 90 },
      accounts: { waiting: 1, failed: 4, oldestSeconds: 12 },
      pushes: { ios: { waiting: 3, failed: 1, oldestSeconds: 1 }, android: none, web: none },
    }
  })
  expect(await fine.value('hot_database_up')).toBe('1')
  expect(asked).toBe(1)
  expect(await fine.value('hot_mails_waiting')).toBe('7')
  expect(await fine.value('hot_mails_failed')).toBe('2')
  expect(await fine.value('hot_mails_oldest_seconds')).toBe('90')
  expect(await fine.value('hot_account_mails_waiting')).toBe('1')
  expect(await fine.value('hot_account_mails_failed')).toBe('4')
  expect(await fine.value('hot_account_mails_oldest_seconds')).toBe('12')
  expect(await fine.value('hot_pushes_waiting{kind="ios"}')).toBe('3')
  expect(await fine.value('hot_pushes_failed{kind="ios"}')).toBe('1')
  expect(await fine.value('hot_pushes_waiting{kind="web"}')).toBe('0')
})

test('without the database only its own metrics are missing', async () => {
  const away = await measured({ ...well, status: 'unavailable', database: 'unavailable' }, () =>
    Promise.reject(new Error()),
  )
  expect(await away.value('hot_database_up')).toBe('0')
  expect(await away.value('hot_mails_waiting')).toBe('Nan')
  expect(await away.value('hot_pushes_failed{kind="web"}')).toBe('Nan')
  expect(await away.value('hot_sockets')).toBe('0')
  const elsewhere = await measured()
  expect(await elsewhere.value('hot_mails_waiting')).toBeUndefined()
})

test('the process itself is measured: memory, event loop', async () => {
  const { value } = await measured()
  expect(Number(await value('process_resident_memory_bytes'))).toBeGreaterThan(10_000_000)
  expect(await value('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

test('the metrics port serves nothing else, and the public port no metrics', async () => {
  const { ask } = await measured()
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(405)
  const { get } = await start({ renderPage: () => Promise.reject(new Error('no such page')) })
  const answer = await get('/metrics')
  expect(await answer.text()).not.toContain('hot_')
})

test('backups are named by the last, as 0 when there was none, and by what an alert counts from; not where others make them', async () => {
  const at = Date.parse('2026-11-23T20:00:00.000Z')
  const [last, since] = ['hot_backup_last_success_seconds', 'hot_backup_since_seconds']
  const made = await measured(well, undefined, async () => ({ last: at, since: at }))
  expect([await made.value(last), await made.value(since)]).toEqual(['1795464000', '1795464000'])
  const fresh = await measured(well, undefined, async () => ({ last: null, since: at + 1_234.5 }))
  expect([await fresh.value(last), await fresh.value(since)]).toEqual(['0', '1795464001.235'])
  const more = { copySince: at, rehearsal: { since: at, isFailing: true } }
  const away = await measured(well, undefined, async () => ({ last: at, since: at, ...more }))
  const names = ['backup_copy_since_seconds', 'restore_rehearsal_since_seconds', 'restore_rehearsal_failing']
  const valuesOf = ({ value }: typeof away) => Promise.all(names.map((name) => value(`hot_${name}`)))
  expect(await valuesOf(away)).toEqual(['1795464000', '1795464000', '1'])
  expect(await valuesOf(fresh)).toEqual(['Nan', 'Nan', 'Nan'])
  const elsewhere = await measured()
  expect([await elsewhere.value(last), await elsewhere.value(since)]).toEqual([undefined, undefined])
})

test('jobs are named with their last success, whoever ran them, and with 0 if nobody ever did', async () => {
  const { value } = await measured(well, undefined, undefined, {
    jobs: () =>
      readJobRuns(async () => [
        { name: 'refresh_charts', succeededAt: 1_700_000_000, failedAt: 1_700_003_600, seconds: 6.9 },
        { name: 'vacuum', succeededAt: 1_700_000_000, failedAt: 1_600_000_000, seconds: 1 },
      ]),
  })
  expect(await value('hot_job_last_success_seconds{name="refresh_charts"}')).toBe('1700000000')
  expect(await value('hot_job_failing{name="refresh_charts"}')).toBe('1')
  expect(await value('hot_job_last_duration_seconds{name="refresh_charts"}')).toBe('6.9')
  expect(await value('hot_job_failing{name="vacuum"}')).toBe('0')
  expect(await value('hot_job_last_success_seconds{name="rescore_all_stars"}')).toBe('0')
  expect(await value('hot_job_interval_seconds{name="refresh_popular"}')).toBe('300')
})

test('the database is measured by its sessions, its statements and how late live updates are', async () => {
  const load = { inUse: 9, sessions: 10, waiting: 4 }
  const { counts, value } = await measured(well, undefined, undefined, {
    load: () => ({ ...load }),
    jobs: async () => {
      load.waiting += 1 // what the scrape itself asks is not counted
      return []
    },
  })
  expect(await value('hot_database_sessions_in_use')).toBe('9')
  load.waiting = 4
  expect(await value('hot_database_sessions_waiting')).toBe('4')
  counts.times.statement.note(40)
  counts.times.delivered.note(300)
  expect(await value('hot_database_statement_seconds_bucket{le="0.01"}')).toBe('0')
  expect(await value('hot_database_statement_seconds_bucket{le="0.05"}')).toBe('1')
  expect(await value('hot_realtime_lag_seconds_bucket{le="0.5"}')).toBe('1')
})

test('the replica that answers guests is measured; nobody knows how far behind one is that is away', async () => {
  let lag: number | undefined = 120
  const { value } = await measured(well, undefined, undefined, {
    replica: { lag: () => lag, isFresh: () => lag === 120 },
  })
  expect(await value('hot_replica_lag_seconds')).toBe('0.12')
  expect(await value('hot_replica_fresh')).toBe('1')
  lag = undefined
  expect(await value('hot_replica_lag_seconds')).toBe('Nan')
  expect(await value('hot_replica_fresh')).toBe('0')
})

test('the free space of the disk is named', async () => {
  const { value } = await measured(well, undefined, undefined, { dataDir: import.meta.dirname })
  expect(Number(await value('hot_disk_free_bytes'))).toBeGreaterThan(1_000_000)
  expect(Number(await value('hot_disk_bytes'))).toBeGreaterThan(Number(await value('hot_disk_free_bytes')))
})

test('refusals with 429 are counted by kind of address, each from 0 on', async () => {
  const { metrics, value } = await measured()
  expect(await value('hot_too_many_requests_total{route="auth"}')).toBe('0')
  metrics.answered({ method: 'POST', path: '/auth/v1/token', status: 429, ms: 3 })
  expect(await value('hot_too_many_requests_total{route="auth"}')).toBe('1')
  expect(await value('hot_too_many_requests_total{route="rpc"}')).toBe('0')
})
