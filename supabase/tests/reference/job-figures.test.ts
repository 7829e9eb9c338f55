import { expect, test } from 'vitest'
import { type JobRun, type PendingRows, readJobRuns, readPendingRows } from '../../../server/metrics/job-metrics.ts'
import { useHarness } from '../support/harness.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

test(
  'the metrics of jobs are those of the database, and name jobs that never ran',
  harness(async (t) => {
    const runs = async () => {
      const found = await readJobRuns(async (sql) => (await t.owner(sql)).rows as JobRun[])
      return new Map(found.map((run) => [run.name, run]))
    }
    await t.owner('delete from private.jobs')
    expect((await runs()).get('refresh_charts')).toMatchObject({ succeededAt: 0, failedAt: 0 })
    await t.owner(`select private.note_job('refresh_charts', 1500, null), private.note_job('vacuum', 20, 'kaputt')`)
    const { refresh_charts: charts, vacuum } = Object.fromEntries(await runs())
    expect(charts).toMatchObject({ failedAt: 0, seconds: 1.5 })
    expect((charts?.succeededAt ?? 0) * 1000).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(vacuum).toMatchObject({ succeededAt: 0 })
    expect(vacuum?.failedAt).toBeGreaterThan(0)
  }),
)

test(
  'work that a job of every second has left is counted',
  harness(async (t) => {
    const pending = () => readPendingRows(async (sql) => (await t.owner(sql)).rows as PendingRows[])
    await t.owner('delete from private.notification_events')
    await t.owner(`insert into private.notification_events (post_id, kind, actor_id)
      select gen_random_uuid(), 'comment', gen_random_uuid() from generate_series(1, 3)`)
    expect(await pending()).toMatchObject({ notifications: 3 })
  }),
)
