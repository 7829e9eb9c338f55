import { addDays } from '@hot/domain/time/berlin-time'
import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../supabase/tests/support/database.ts'
import { calendarRows } from './calendar.ts'
import { demoFormats } from './content/formats.ts'
import { demoStars } from './content/stars.ts'
import { demoPosts } from './posts.ts'
import { seedDemo } from './seed.ts'

let database: TestDatabase
const query = <T>(sql: string) =>
  transaction(database.engine, database.owner, async (session) => (await session.query(sql)).rows as T[])
const one = async (sql: string) => (await query<Record<string, number>>(sql))[0]

beforeAll(async () => {
  database = await openTestDatabase()
  const { engine, owner } = database
  await query(`update public.app_settings set extra_mail_domains = '{hot.example}'`)
  await seedDemo({
    transaction: (work) =>
      transaction(engine, owner, (session) =>
        work(async <R>(sql: string, params: unknown[] = []) => (await session.query(sql, params)).rows as R[]),
      ),
  })
})
afterAll(() => database.close())

describe('the demo set', () => {
  test('has the documented size', async () => {
    expect(demoFormats.length).toBeGreaterThanOrEqual(12)
    expect(demoStars).toHaveLength(60)
    for (const kind of ['rumor', 'poll', 'discussion'])
      expect(demoPosts.filter(({ type }) => type === kind).length, kind).toBeGreaterThan(20)
    expect(
      await one(`select (select count(*) from public.stars) as stars, (select count(*) from public.seasons) as seasons,
        (select count(*) from public.public_profiles) as members,
        (select count(*) from public.community_posts where status = 'approved') as posts`),
    ).toEqual({ stars: 60, seasons: 30, members: 25, posts: demoPosts.length })
  })

  test.each([16, 17, 18, 19, 20, 21, 22])('has broadcasts on every day of four weeks around November %i', (date) => {
    const today = `2026-11-${date}`
    const days = new Set(calendarRows(today).episodes.map((episode) => episode.event_date))
    const empty = Array.from({ length: 29 }, (_, index) => addDays(today, index - 14)).filter((day) => !days.has(day))
    expect(empty).toEqual([])
  })

  test('has live broadcasts, running seasons, and rumors in every status', async () => {
    const facts = await one(`select
      (select count(*) from public.calendar_events where is_occurrence and is_live) as live,
      (select count(distinct rumor_status) from public.post_rumors) as statuses,
      (select count(*) from public.community_posts where poll_ends_at < now()) as ended,
      (select count(*) from public.community_posts where type = 'poll' and poll_ends_at is null) as endless,
      (select count(*) from public.community_posts where status <> 'approved') as waiting`)
    expect(facts?.live).toBeGreaterThan(0)
    expect(facts).toMatchObject({ statuses: 3, waiting: 3 })
    expect(Math.min(facts?.ended ?? 0, facts?.endless ?? 0)).toBeGreaterThan(0)
  })

  test('has ranks that moved up, down and not at all, and stars without a rank', async () => {
    const ranks =
      await one(`select count(*) filter (where rank is not null) as ranked, count(*) filter (where rank is null) as cool,
      count(*) filter (where rank < rank_week_ago) as up, count(*) filter (where rank > rank_week_ago) as down,
      count(*) filter (where rank = rank_week_ago) as same from public.star_scores`)
    expect(ranks?.ranked).toBeGreaterThanOrEqual(15)
    for (const kind of ['cool', 'up', 'down', 'same'] as const) expect(ranks?.[kind]).toBeGreaterThan(0)
  })

  test('has members who were right and wrong about decided rumors, and a chart of them', async () => {
    const ranked = await one(`select (select count(*) from private.member_ranks where chart = 'sleuths') as listed,
      (select count(*) from private.rumor_hits where not hit) as wrong`)
    expect(ranked?.listed).toBeGreaterThanOrEqual(5)
    expect(ranked?.wrong).toBeGreaterThan(0)
  })

  test('has at least two pages of each list of members, posts and comments', async () => {
    const longest = await one(`select
      (select max(count) from (select count(*) from public.community_posts where status = 'approved' group by type) t) as posts,
      (select max(count) from (select count(*) from public.comments where parent_id is null group by post_id) t) as comments,
      (select max(count) from (select count(*) from public.comments group by author_id) t) as said,
      (select max(count) from (select count(*) from public.star_fans group by user_id) t) as liked`)
    for (const list of ['posts', 'comments', 'said', 'liked'] as const)
      expect(longest?.[list], list).toBeGreaterThan(20)
  })

  test('has former slugs of a format, a star and a member', async () => {
    for (const table of ['format_slug_history', 'star_slug_history', 'profile_slug_history'])
      expect(await query(`select 1 from public.${table}`), table).not.toEqual([])
  })

  test('fills both charts of members', async () => {
    for (const chart of ['opinion_makers', 'karma'])
      for (const window of ['30', 'all'])
        expect(
          await query(
            `select 1 from private.member_ranks where chart = '${chart}' and time_window = '${window}' and value > 0`,
          ),
        ).not.toHaveLength(0)
  })
})

/** Stored values that must equal a count; each query returns the rows where they differ. */
const equalities: [what: string, sql: string][] = [
  [
    'hearts and poops of posts',
    `select p.id from public.community_posts p where row(p.hearts_count, p.poops_count) is distinct from
    (select row((count(*) filter (where reaction = 'heart'))::int, (count(*) filter (where reaction = 'poop'))::int) from public.post_reactions r where r.post_id = p.id)`,
  ],
  [
    'comments of posts',
    `select p.id from public.community_posts p where p.comments_count <>
    (select count(*) from public.comments c where c.post_id = p.id and c.deleted_at is null)`,
  ],
  [
    'votes of posts',
    `select p.id from public.community_posts p where p.votes_count <>
    (select count(*) from public.rumor_votes v where v.post_id = p.id) + (select count(*) from public.poll_votes v where v.post_id = p.id)`,
  ],
  [
    'sides of rumors',
    `select r.post_id from public.post_rumors r where row(r.agree_count, r.disagree_count) is distinct from
    (select row((count(*) filter (where vote = 'agree'))::int, (count(*) filter (where vote = 'disagree'))::int) from public.rumor_votes v where v.post_id = r.post_id)`,
  ],
  [
    'votes of poll options',
    `select o.id from public.poll_options o where o.votes_count <> (select count(*) from public.poll_votes v where v.option_id = o.id)`,
  ],
  [
    'reactions to comments',
    `select c.id from public.comments c where c.hearts_count + c.poops_count <>
    (select count(*) from public.comment_reactions r where r.comment_id = c.id)`,
  ],
  [
    'fans of stars',
    `select s.id from public.stars s where s.fans_count <> (select count(*) from public.star_fans f where f.star_id = s.id)`,
  ],
  [
    'participants of seasons',
    `select s.id from public.seasons s where s.participants_count <>
    (select count(*) from public.season_participants p where p.season_id = s.id)`,
  ],
  [
    'karma of members',
    `select p.id from public.profiles p where p.karma <> (select coalesce(sum(delta), 0) from public.karma_events k where k.user_id = p.id)`,
  ],
  [
    'followers over all platforms',
    `select s.star_id from private.star_followers s where s.followers <>
    (select sum(followers) from public.star_social_accounts a where a.star_id = s.star_id)`,
  ],
  [
    'last activity',
    `select p.id from public.community_posts p where p.status = 'approved' and p.last_activity_at > now()`,
  ],
  [
    'nobody reacts before a post exists or before joining',
    `select r.post_id from public.post_reactions r
    join public.community_posts p on p.id = r.post_id join public.profiles m on m.id = r.user_id where r.created_at < p.created_at or r.created_at < m.created_at`,
  ],
]

test.each(equalities)('%s agree with their rows', async (_, sql) => expect(await query(sql)).toEqual([]))

test('the scores equal a rebuild from the votes', async () => {
  const scores = `select star_id, hot_score, demand_sum, demand_count, drama_sum, drama_count, rank from public.star_scores order by star_id`
  const kept = await query(scores)
  await query('select private.rebuild_star_scores()')
  expect(await query(scores)).toEqual(kept)
})
