/**
 * Seeded schedules of faults, in the manner of FoundationDB: people write while requests and answers are lost or arrive
 * twice, the database breaks off between two statements, mails fail, the server is replaced and the clock jumps. A seed
 * always gives the same schedule, so that a failing one can be replayed.
 */
import { mock } from 'node:test'
import { demoRandom, type Random } from '../../server/demo/demo-rows.ts'
import { runJob } from '../../server/jobs/jobs.ts'
import { sqlJobs } from '../../server/jobs/sql-jobs.ts'
import { databaseOutbox } from '../../server/mail/mail-outbox.ts'
import { openWorld } from '../support/server/member-writes.ts'
import { type Installation, openSimulated } from './installation.ts'
import { mailsNotSent, mailsSentTwice, violations } from './invariants.ts'
import { mailServer } from './mail-server.ts'
import { oneFault } from './network.ts'
import { peopleOf } from './people.ts'

const memberCount = 6
const mailsPerHour = 1_000_000

/** A job or queue run interrupted by a fault is retried at its next turn, and logged by the server. */
async function cutOff(installation: Installation, random: Random, work: () => Promise<unknown>): Promise<void> {
  installation.plan.next = oneFault(random)
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Error && /connection/.test(error.message))) throw error
  } finally {
    installation.plan.next = undefined
  }
}

/** Runs one schedule; the violated invariants, in words. */
async function runSeed(installation: Installation, seed: number): Promise<string[]> {
  const random = demoRandom(`schedule ${seed}`)
  const world = await openWorld(installation.backend)
  // Limits count by the database's clock, which does not move between two seeds.
  await installation.backend.exec('delete from private.rate_counts; delete from private.mail_outbox')
  await installation.forgetLimits()
  installation.accountMails.length = 0
  const people = peopleOf(installation, world, `seed${seed}`, random)
  const mails = mailServer(random)
  const outbox = () => databaseOutbox(installation.backend, mailsPerHour)
  const minute = 60_000
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    const steps: readonly [share: number, step: () => unknown][] = [
      [0.4, people.act],
      [0.85, people.send],
      [0.9, () => cutOff(installation, random, () => mails.drain(outbox()))],
      [
        0.95,
        () => cutOff(installation, random, () => runJob(installation.backend, random.some(sqlJobs, 1)[0]?.name ?? '')),
      ],
      [0.99, () => mock.timers.setTime(Date.now() + random.whole(-5, 10) * minute)],
      [0.995, people.floodReports],
      [1, () => (random.next() < 0.2 ? installation.restart() : undefined)],
    ]
    for (let turn = random.whole(20, 60); turn > 0; turn -= 1) {
      const luck = random.next()
      await steps.find(([share]) => luck < share)?.[1]()
    }
    await people.finish()
    mails.recover()
    // What an interrupted attempt had claimed becomes due after some minutes.
    await installation.backend.query('update private.mail_outbox set next_try_at = now() where sent_at is null')
    while ((await mails.drain(outbox())) > 0);
    const { backend } = installation
    return [
      ...(await violations(backend, people.expected)),
      ...mailsSentTwice(mails.deliveries),
      ...(await mailsNotSent(backend)),
    ]
  } finally {
    mock.timers.reset()
    // Seeds share one database, which would grow.
    await installation.backend.query('delete from public.stars where id = any($1::uuid[])', [world.stars])
  }
}

export type Failure = { seed: number; violated: string[] }

/** Runs schedules one after the other on one installation, and stops at the first that violates something. */
export async function simulate(
  seeds: Iterable<number>,
  each: (seed: number) => void = () => {},
): Promise<Failure | undefined> {
  const installation = await openSimulated(memberCount)
  try {
    for (const seed of seeds) {
      const violated = await runSeed(installation, seed)
      if (violated.length > 0) return { seed, violated }
      each(seed)
    }
    return undefined
  } finally {
    await installation.close()
  }
}
