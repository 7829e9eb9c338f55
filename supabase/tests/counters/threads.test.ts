import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Harness, harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { counterDifferences } from './counter-differences.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await committed(createWorld)
})
afterAll(() => database.close())

/** A separate request that commits, in its own session if the database has several. */
const committed = <T>(scene: (t: Harness) => Promise<T>): Promise<T> =>
  transaction(database.engine, undefined, (session) => scene(harnessOn(session, database.owner)))
const value = (sql: string) => committed((t) => t.value(sql))

const short = '30000000-0000-4000-8000-000000000001'
const long = '30000000-0000-4000-8000-000000000002'
/** Each with another text: nobody repeats theirs. */
const comment = (post: string) =>
  `insert into public.comments (post_id, content) values ('${post}', 'Noch einer ' || gen_random_uuid())`
const heart = (post: string) => `insert into public.post_reactions (post_id, reaction) values ('${post}', 'heart')`

/** Threads of 10 and 3,000 comments by a hundred people, written past the triggers, which would take minutes. */
async function createThreads(t: Harness): Promise<void> {
  await t.platform(
    `insert into auth.users (id, email, raw_app_meta_data, created_at)
     select ('50000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'n' || n || '@web.de', '{"provider": "email"}', now()
     from generate_series(0, 99) n`,
  )
  await t.owner(`update public.profiles set nickname = 'gast' || right(id::text, 3) where id::text like '50000000%'`)
  await t.owner(
    `insert into public.community_posts (id, title, type, author_id, status) values
       ('${short}', 'Ein kurzer Faden', 'discussion', '${people.other}', 'approved'),
       ('${long}', 'Ein langer Faden', 'discussion', '${people.other}', 'approved')`,
  )
  await t.platform(`set local session_replication_role = replica`)
  await t.platform(
    `insert into public.comments (post_id, author_id, content, created_at)
     select post, ('50000000-0000-4000-8000-' || lpad((n % 100)::text, 12, '0'))::uuid, 'Da', now() - n * interval '1 second'
     from (values ('${short}'::uuid, 10), ('${long}', 3000)) threads (post, size), generate_series(1, size) n`,
  )
  await t.platform(
    `update public.community_posts p set comments_count = (select count(*) from public.comments c where c.post_id = p.id)
     where p.id in ('${short}', '${long}')`,
  )
}

describe('a comment', () => {
  beforeAll(() => committed(createThreads))

  /** Rows that this session has written and read since its statistics were last sent. */
  const touched = async (t: Harness) => {
    const { rows } = await t.platform(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as writes, sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as reads
       from pg_stat_xact_user_tables where schemaname in ('public', 'private')`,
    )
    return { writes: Number(rows[0]?.writes), reads: Number(rows[0]?.reads) }
  }
  /** What one comment costs; the bytes of log are those of the cheapest of a few, because the first on a page writes it whole. */
  const costOf = async (post: string) => {
    const position = `select (pg_current_wal_insert_lsn() - '0/0')::float8`
    const cost = { writes: 0, reads: 0, bytes: Number.POSITIVE_INFINITY }
    for (let n = 0; n < 8; n++) {
      const start = Number(await value(position))
      await committed(async (t) => {
        const before = await touched(t)
        await t.as('member', comment(post))
        const after = await touched(t)
        cost.writes = after.writes - before.writes
        cost.reads = after.reads - before.reads
      })
      cost.bytes = Math.min(cost.bytes, Number(await value(position)) - start)
    }
    return cost
  }

  test('writes and reads as much in a thread of 3,000 as in one of 10, and nobody’s notification', async () => {
    const [few, many] = [await costOf(short), await costOf(long)]
    expect(many.writes).toBe(few.writes)
    expect(many.writes).toBeGreaterThan(1)
    expect(many.reads).toBeLessThan(few.reads + 10)
    // Other test files write to a server's log as well.
    if (database.engine.kind === 'pglite') expect(many.bytes).toBeLessThan(10_000)
    expect(await value('select count(*)::int from public.notifications')).toBe(0)
  })

  test('is told to the author and the fifty latest once the job has run, in both', async () => {
    await committed((t) => t.settled())
    expect(
      await value(
        `select string_agg(type || ' ' || people, ', ' order by type, people) from (
           select type, count(*) as people from public.notifications group by type, post_id) told`,
      ),
    ).toBe('comment_on_post 1, comment_on_post 1, subsequent_comment 10, subsequent_comment 50')
  })
})

const crowd = ['member', 'moderator', 'admin'] as const
const acts = () =>
  Promise.all(
    crowd.flatMap((who) => [
      committed((t) => t.as(who, comment(w.discussion))),
      committed((t) => t.as(who, heart(w.discussion))),
      committed((t) => t.as(who, `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)),
      committed((t) =>
        t.as(who, `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`),
      ),
    ]),
  )
const toldOther = () =>
  value(
    `select string_agg(type || ' ' || actors_count, ', ' order by type) from public.notifications
     where user_id = '${people.other}' and post_id in ('${w.discussion}', '${w.rumor}', '${w.poll}')`,
  )

test('acts that wait are told once, by two processes at once, also after one died in the middle', async () => {
  await acts()
  expect(await value('select count(*)::int from private.notification_events')).toBe(12)
  const died = committed(async (t) => {
    await t.settled()
    expect(await t.value('select count(*)::int from private.notification_events')).toBe(0)
    throw new Error('gone')
  })
  await expect(died).rejects.toThrow('gone')
  expect(await toldOther()).toBe(null)
  const worker = async () => {
    let told = 0
    for (let more = 1; more > 0; told += more) more = Number(await value('select private.deliver_notifications()'))
    return told
  }
  const told = await Promise.all([worker(), worker()])
  // One may have found everything taken by the other and stopped.
  expect((told[0] ?? 0) + (told[1] ?? 0)).toBe(12)
  expect(await toldOther()).toBe('comment_on_post 3, reaction_on_post 3, vote_on_poll 3, vote_on_rumor 3')
  expect(
    await value(
      `select count(*)::int from (select from public.notifications group by user_id, type, target_id having count(*) > 1) twice`,
    ),
  ).toBe(0)
})

test('after all of that every counter is count(*), and nothing waits', async () => {
  await committed((t) => t.settled())
  expect((await committed((t) => t.owner(counterDifferences))).rows).toEqual([])
  expect(await value('select count(*)::int from private.pending_counts')).toBe(0)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'nobody waits for another’s heart: it is counted at once for whoever looks, and in the row afterwards',
  async () => {
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hearts = `select (card ->> 'hearts')::int from private.post_cards where id = '${long}'`
    const slow = committed(async (t) => {
      await t.as('member', heart(long))
      started.resolve()
      await finish.promise
    })
    await started.promise
    await committed(async (t) => {
      await t.owner(`set local lock_timeout = '2s'`)
      await t.as('moderator', heart(long))
      await t.as('moderator', comment(long))
    })
    expect(await committed((t) => t.as('guest', hearts))).toMatchObject({ rows: [{ int4: 1 }] })
    expect(await value(`select hearts_count from public.community_posts where id = '${long}'`)).toBe(0)
    finish.resolve()
    await slow
    expect(await committed((t) => t.as('guest', hearts))).toMatchObject({ rows: [{ int4: 2 }] })
    await committed((t) => t.settled())
    expect(await value(`select hearts_count from public.community_posts where id = '${long}'`)).toBe(2)
    expect((await committed((t) => t.owner(counterDifferences))).rows).toEqual([])
  },
)
