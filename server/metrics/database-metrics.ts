import fs from 'node:fs/promises'
import type { Replica } from '@hot/embedded/replica'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { ServerCounts } from './server-counts.ts'

/** Sessions of the database: one where it is embedded, a pool on a server. */
export type DatabaseLoad = { inUse: number; sessions: number; waiting: number }

/** In seconds: a row by its key takes less than a millisecond, and no statement of a guest more than three seconds. */
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3, 8, 30]
/** In seconds: changes are gathered for 15 ms before they are read. */
const lagBuckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Adds what this process knows of its database: its sessions, the times of statements, and how late live updates are. */
export function addDatabase(
  register: Registry,
  load: () => DatabaseLoad | undefined,
  times: ServerCounts['times'],
): void {
  const gauge = (name: string, help: string, read: (now: DatabaseLoad) => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        const now = load()
        if (now) this.set(read(now))
      },
    })
  gauge('hot_database_sessions', 'Sessions that this process may open.', ({ sessions }) => sessions)
  gauge('hot_database_sessions_in_use', 'Sessions in use.', ({ inUse }) => inUse)
  gauge('hot_database_sessions_waiting', 'Requests and jobs that wait for a session.', ({ waiting }) => waiting)
  const statements = new Histogram({
    name: 'hot_database_statement_seconds',
    help: 'Statements, from sending to the answer.',
    buckets: statementBuckets,
    registers: [register],
  })
  const lag = new Histogram({
    name: 'hot_realtime_lag_seconds',
    help: 'From the notification of a commit until its rows were read and sent to all sockets; the oldest change of a round.',
    buckets: lagBuckets,
    registers: [register],
  })
  const waits = new Histogram({
    name: 'hot_database_session_wait_seconds',
    help: 'How long requests and jobs waited for a session of the database.',
    buckets: statementBuckets,
    registers: [register],
  })
  times.statement.listen((ms) => statements.observe(ms / 1000))
  times.session.listen((ms) => waits.observe(ms / 1000))
  times.delivered.listen((ms) => lag.observe(Math.max(ms, 0) / 1000))
}

/** Adds how far the replica that answers guests is behind; NaN while nobody knows. */
export function addReplica(register: Registry, { lag, isFresh }: Pick<Replica, 'lag' | 'isFresh'>): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  gauge('hot_replica_lag_seconds', 'How far the replica is behind.', () => (lag() ?? Number.NaN) / 1000)
  gauge('hot_replica_fresh', '1 while the replica answers guests.', () => (isFresh() ? 1 : 0))
}

/** Adds the free and whole space of the disk with the data directory; NaN where it cannot be read. */
export function addDisk(register: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const { bsize, ...blocks } = await fs.statfs(dataDir).catch(() => ({ bsize: Number.NaN, bavail: 0, blocks: 0 }))
        this.set(blocks[field] * bsize)
      },
    })
  gauge('hot_disk_free_bytes', 'Free space on the disk of the data directory.', 'bavail')
  gauge('hot_disk_bytes', 'Size of the disk of the data directory.', 'blocks')
}
