import { expect, test } from 'vitest'
import {
  type KarmaCauses,
  type KarmaEntry,
  karmaLedger,
  withoutMany,
} from '../../../tests/support/oracles/karma-ledger.ts'
import {
  type Act,
  type AuthoredPost,
  karmaChampions,
  type LedgerEntry,
  opinionMakers,
} from '../../../tests/support/oracles/member-ranking.ts'
import { countedHistory, formatDifferences } from '../counters/chart-history.ts'
import { randomPosts } from '../counters/random-posts.ts'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness(randomPosts)
const windows = ['30', 'all'] as const

const rowsOf = async <Row>(t: Harness, sql: string) => (await t.owner(sql)).rows as Row[]
/** Epoch milliseconds of an instant. */
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

const now = (t: Harness) => t.value(`select ${ms('now()')}`).then(Number)

async function members(t: Harness): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; slug: string }>(t, 'select id::text, slug from public.public_profiles')
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

const places = (t: Harness, chart: 'opinion_makers' | 'karma', window: (typeof windows)[number]) =>
  rowsOf(
    t,
    `select member_id::text as member, rank, value, rank_week_ago from private.member_ranks
     where chart = '${chart}' and time_window = '${window}' order by rank`,
  )

test(
  'the ledger of random actions equals the reference, and each karma is its sum',
  harness(async (t) => {
    // Somebody who is after somebody else.
    await t.owner(
      `insert into public.post_reactions (post_id, user_id, reaction)
       select p.id, m.id, 'poop' from public.community_posts p,
         (select p.author_id from public.community_posts p where p.author_id is not null group by 1 order by count(*) desc, 1 limit 1) a,
         (select p.id from public.profiles p where not p.is_banned order by p.id desc limit 2) m
       where p.author_id = a.author_id and m.id <> a.author_id
       on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
    )
    await t.settled()
    const ids = async (sql: string) => new Set((await rowsOf<{ id: string }>(t, sql)).map(({ id }) => id))
    const causes: KarmaCauses = {
      banned: await ids(
        `select id::text from public.profiles where is_banned and (banned_until is null or banned_until > now())`,
      ),
      team: await ids(`select id::text from public.profiles where role <> 'user'`),
      posts: await rowsOf(
        t,
        'select id::text, author_id::text, status, moderated_by::text from public.community_posts',
      ),
      rumors: await rowsOf(t, 'select post_id::text, rumor_status from public.post_rumors'),
      comments: await rowsOf(
        t,
        `select c.id::text, private.comment_author(c)::text as author_id, r.comment_id is not null as removed_by_team
         from public.comments c left join private.removed_comments r on r.comment_id = c.id`,
      ),
      postReactions: await rowsOf(t, 'select post_id::text, user_id::text, reaction from public.post_reactions'),
      commentReactions: await rowsOf(
        t,
        'select comment_id::text, user_id::text, reaction from public.comment_reactions',
      ),
    }
    const stored = await rowsOf<KarmaEntry>(t, 'select user_id::text, reason, delta, source from public.karma_events')
    const all = karmaLedger(causes)
    const expected = withoutMany(all, stored)
    expect(expected.length, 'somebody has many poops of one member').toBeLessThan(all.length)
    const sorted = (entries: typeof expected) => entries.map((entry) => Object.values(entry).join(' ')).toSorted()
    expect(sorted(stored)).toEqual(sorted(expected))
    expect(new Set(stored.map((entry) => entry.reason)).size).toBe(9)
    const sums = await rowsOf<{ id: string; karma: number }>(t, 'select id::text, karma from public.profiles')
    for (const { id, karma } of sums) {
      const own = expected.filter((entry) => entry.user_id === id)
      expect({ id, karma }).toEqual({ id, karma: own.reduce((sum, entry) => sum + entry.delta, 0) })
    }
  }),
)

type Window = (typeof windows)[number]

async function expectOpinionMakers(t: Harness, window: Window): Promise<void> {
  const posts = await rowsOf<AuthoredPost>(t, 'select id::text, author_id::text, status from public.community_posts')
  const act = (user: string, from: string) =>
    `select post_id::text, ${user}::text as user_id, ${ms('created_at')} as at from public.${from}`
  const acts = await rowsOf<Act>(
    t,
    `${act('user_id', 'rumor_votes')} union all ${act('user_id', 'poll_votes')} union all ${act('user_id', 'post_reactions')}
     union all ${act('author_id', 'comments')} where deleted_at is null and author_id is not null`,
  )
  const expected = opinionMakers(await members(t), posts, acts, window, await now(t))
  expect(await places(t, 'opinion_makers', window)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
  expect(new Set(expected.map((place) => place.value)).size, 'there are ties').toBeLessThan(expected.length)
}

async function expectKarmaChampions(t: Harness, window: Window): Promise<void> {
  const ledger = await rowsOf<LedgerEntry>(
    t,
    `select user_id::text, delta, ${ms('created_at')} as at from public.karma_events`,
  )
  const expected = karmaChampions(await members(t), ledger, window, await now(t))
  expect(await places(t, 'karma', window)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(10)
  expect(expected.some((place) => place.rank_week_ago !== place.rank)).toBe(true)
}

test.each([
  ['whole', undefined],
  ['forward through one history', 1],
  ['forward through another', 2],
])('Meinungsmacher and Karma Champions of each window, with the ranks of a week ago, counted %s', (_, history) =>
  harness(async (t) => {
    if (history !== undefined) await countedHistory(t, history)
    await t.owner('select private.refresh_charts()')
    expect((await t.owner(formatDifferences)).rows).toEqual([])
    for (const window of windows) {
      await expectOpinionMakers(t, window)
      await expectKarmaChampions(t, window)
    }
  })(),
)
