import type { BackgroundWork } from '../background-work.ts'
import type { Engine, Session } from '../database/engine.ts'
import { transaction } from '../database/transaction.ts'
import type { Log } from '../log.ts'
import { words } from '../words.ts'
import { isAboutServer, isRefused, problemOf } from './mail-problem.ts'
import type { OutgoingMail, SendMail } from './mailbox.ts'

/** A mail of an account on its way out. */
export type QueuedMail = {
  mail: OutgoingMail
  userId: string
  /** Which secret of the account it brings, if any: a newer mail with the same one makes this one worthless. */
  secret?: string | undefined
  /** Until when it is worth sending. */
  validSeconds: number
}

/** What waits, and what did not arrive in the last seven days. `oldestSeconds`: since the oldest of them waits; 0: none. */
export type AccountMailCounts = { waiting: number; failed: number; oldestSeconds: number }

/** How mails of accounts leave. */
export type AccountPost = {
  /** To be called in the transaction that makes the mail's secret: only what is committed is sent. */
  put(session: Session, mail: QueuedMail): Promise<void>
  /** To be called after the commit. Fails only where mails are not queued. */
  committed(mails: readonly OutgoingMail[]): Promise<void>
}

/** Without a mail server: into the mailbox, at once. */
export const immediatePost = (send: SendMail): AccountPost => ({
  put: async () => {},
  committed: async (mails) => {
    for (const mail of mails) await send(mail)
  },
})

/** As long as a claimed mail belongs to its process, which may have died: longer than sending ever takes. */
const CLAIMED = `interval '5 minutes'`

const CLAIM = `update embedded.account_mails set tries = tries + 1, next_try_at = now() + ${CLAIMED}
  where id = (select id from embedded.account_mails where failed_at is null and next_try_at <= now()
    order by next_try_at limit 1 for update skip locked)
  returning id, mail, tries, expires_at <= now() as expired`

/** 10, 30 and 90 seconds, then every five minutes: codes are good for a quarter of an hour only. */
const RETRY = `update embedded.account_mails set problem = $2,
  next_try_at = now() + least(interval '10 seconds' * power(3, tries - 1), interval '5 minutes') where id = $1`

/** What was given up stays as a number only, without its text, secret and account. */
const FAIL = `update embedded.account_mails set failed_at = now(), problem = $2, mail = null, user_id = null where id = $1`

const COUNT = `select count(*) filter (where failed_at is null)::int as waiting, count(failed_at)::int as failed,
  coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)::float8 as "oldestSeconds"
  from embedded.account_mails where failed_at is null or failed_at > now() - interval '7 days'`

/** For the hourly tidying up. */
export const FORGET_FAILED_MAILS = `delete from embedded.account_mails where id in (
  select id from embedded.account_mails where failed_at < now() - interval '7 days' limit 1000)`

type Claimed = { id: string; mail: OutgoingMail; tries: number; expired: boolean }

type QueueOptions = {
  engine: Engine
  /** Who may write the queue. */
  role: string
  send: SendMail
  log: Log
}

/**
 * The mails of accounts in `embedded.account_mails`: several processes on one database send each of them once, and one
 * that a mail server did not take is tried again as long as its link or code is good.
 */
export function accountMailQueue({ engine, role, send, log }: QueueOptions) {
  const stopping = new AbortController()
  let wanted = false
  let running: Promise<void> | undefined
  const run = <T>(work: (session: Session) => Promise<T>) => transaction(engine, role, work)
  const write = (sql: string, ...params: unknown[]) => run((session) => session.query(sql, params))

  async function giveUp(id: string, problem: string): Promise<void> {
    log(words.log.mailFailed(problem), 'error')
    await write(FAIL, id, problem)
  }

  /** Whether others should be tried now. */
  async function sendOne({ id, mail, tries, expired }: Claimed): Promise<boolean> {
    if (expired) {
      await giveUp(id, words.log.mailTooOld)
      return true
    }
    try {
      await send({ ...mail, id: `account-${id}` }, stopping.signal)
    } catch (error) {
      const problem = problemOf(error)
      if (isRefused(error)) await giveUp(id, problem)
      else {
        if (!stopping.signal.aborted) log(words.log.mailRetried(tries, problem), 'warn')
        await write(RETRY, id, problem)
      }
      return !isAboutServer(error)
    }
    await write('delete from embedded.account_mails where id = $1', id)
    return true
  }

  async function sendDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { rows } = await run((session) => session.query(CLAIM))
      const claimed = rows[0] as Claimed | undefined
      if (!claimed || !(await sendOne(claimed))) return
    }
  }

  async function runWhileWanted(): Promise<void> {
    try {
      while (wanted && !stopping.signal.aborted) {
        wanted = false
        await sendDue()
      }
    } finally {
      running = undefined
    }
  }

  return {
    /** Replaces an unsent mail with the same secret. */
    async put(session: Session, { mail, userId, secret, validSeconds }: QueuedMail): Promise<void> {
      await session.query('delete from embedded.account_mails where user_id = $1 and secret = $2', [userId, secret])
      await session.query(
        `insert into embedded.account_mails (user_id, secret, mail, expires_at)
           values ($1, $2, $3, now() + $4 * interval '1 second')`,
        [userId, secret, JSON.stringify(mail), validSeconds],
      )
    },
    /** Sends what is due, one mail after the other; called meanwhile, it looks once more before it ends. */
    send(): Promise<void> {
      wanted = true
      running ??= runWhileWanted()
      return running
    },
    count: async () => (await run((session) => session.query(COUNT))).rows[0] as AccountMailCounts,
    /** Breaks off the mail under way, which is tried again by whoever comes next. */
    async stop(): Promise<void> {
      stopping.abort()
      await running?.catch(() => {}) // whoever began it has its error
    },
  }
}

type AccountMailQueue = ReturnType<typeof accountMailQueue>

/** With a mail server: into the queue, which is looked at after the answer. */
export const queuedPost = (queue: AccountMailQueue, background: BackgroundWork): AccountPost => ({
  put: queue.put,
  committed: async (mails) => {
    if (mails.length > 0) background.run(queue.send)
  },
})
