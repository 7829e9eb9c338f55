import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { usePages } from './page-fixture.ts'
import { format, named, season, star } from './page-rows.ts'

const pages = usePages()

type Rank = { member: { id: string }; rank: number; value: number; rank_week_ago: number | null }
const members = async (rpc: string, window: string) => (await pages.call(rpc, { p_window: window })) as Rank[]
const refresh = () => pages.owner('select private.refresh_charts()')

/** The definition of the measure, as a slow reference. */
const opinionMakers = `
  select p.author_id as id, count(distinct a.actor)::int as value
  from public.community_posts p
  join lateral (
    select user_id as actor from public.rumor_votes where post_id = p.id
    union all select user_id from public.poll_votes where post_id = p.id
    union all select user_id from public.post_reactions where post_id = p.id
    union all select author_id from public.comments where post_id = p.id and deleted_at is null
  ) a on a.actor <> p.author_id
  where p.status = 'approved' group by p.author_id order by 2 desc`

test('opinion makers are counted by distinct other members', async () => {
  const expected = await pages.owner<{ id: string; value: number }>(opinionMakers)
  const chart = await members('chart_opinion_makers', 'all')
  expect(chart.map(({ member, value }) => ({ id: member.id, value }))).toEqual(expected)
  // Six voters, the banned one who reacted, the member and the moderator who commented; the author's own comments do not count.
  expect(chart[0]).toMatchObject({ member: { id: people.other }, value: 9, rank: 1, rank_week_ago: null })
})

test('only the last 30 days count, and for the rank of a week ago those before it', async () => {
  await pages.owner(`update public.rumor_votes set created_at = now() - interval '33 days' where post_id = $1`, [
    named.rumor,
  ])
  await pages.owner(`update public.post_reactions set created_at = now() - interval '33 days' where post_id = $1`, [
    named.rumor,
  ])
  await refresh()
  const [first] = (await members('chart_opinion_makers', '30')).filter(({ member }) => member.id === people.other)
  // The poop, the member and the moderator count now; a week ago it was the hearts.
  expect(first).toMatchObject({ value: 3, rank_week_ago: 1 })
})

test('karma champions follow the ledger', async () => {
  const expected = await pages.owner<{ id: string; value: number }>(
    `select p.id, p.karma as value from public.public_profiles p where p.karma > 0 order by p.karma desc, p.slug`,
  )
  const chart = await members('chart_karma', 'all')
  expect(chart.map(({ member, value }) => ({ id: member.id, value }))).toEqual(expected)
  expect(chart.map(({ rank }) => rank)).toEqual(expected.map((_, index) => index + 1))
})

test('charts show current profiles, even if they changed since the last job', async () => {
  const shown = async () => [...(await members('chart_karma', 'all')), ...(await members('chart_opinion_makers', '30'))]
  const expectSame = async () => {
    const refs = await pages.owner<{ ref: { id: string } }>('select ref from private.member_refs')
    const chart = await shown()
    expect(chart.length).toBeGreaterThan(2)
    for (const { member } of chart) expect(member).toEqual(refs.find(({ ref }) => ref.id === member.id)?.ref)
    const strangers = 'select member_id from private.ranked_members except select member_id from private.member_ranks'
    expect(await pages.owner(strangers)).toEqual([])
  }
  await expectSame()
  const before = (await shown()).find(({ member }) => member.id === people.other)?.member as
    | { karma: number }
    | undefined
  const steps = [
    `update public.profiles set nickname = 'nachteule', avatar_url = 'https://bild.example/a.webp' where id = '${people.other}'`,
    `insert into public.post_reactions (post_id, user_id, reaction) values ('${named.discussion}', '${people.admin}', 'heart')`,
  ]
  for (const sql of steps) {
    await pages.owner(sql)
    await expectSame()
  }
  const after = (await shown()).find(({ member }) => member.id === people.other)?.member
  expect(after).toMatchObject({ nickname: 'nachteule', karma: (before?.karma ?? 0) + 2 })
  await pages.owner(`update public.profiles set nickname = 'nachtschicht' where id = '${people.other}'`)
  await refresh()
  await expectSame()
})

test('followers over all platforms, with the growth of 30 days if a record is that old', async () => {
  const { items } = (await pages.call('chart_social', { p_limit: 3 })) as {
    items: { star: { id: string }; rank: number; followers: number; growth: number | null }[]
  }
  expect(items[0]).toMatchObject({ star: { id: star(1) }, rank: 1, followers: 3000, growth: 600 })
  expect(items[1]).toMatchObject({ rank: 2, followers: 1000, growth: null })
  const tiktok = (await pages.call('chart_social', { p_platform: 'tiktok' })) as { items: unknown[] }
  expect(tiktok.items).toHaveLength(1)
  expect(await pages.call('chart_social', { p_platform: 'youtube' })).toEqual({ items: [], next: null })
  expect(await pages.call('chart_social', { p_platform: 'myspace' })).toEqual({ items: [], next: null })
})

test('the sum of followers follows its accounts', async () => {
  const total = async () =>
    (
      await pages.owner<{ followers: number }>('select followers::int from private.star_followers where star_id = $1', [
        star(2),
      ])
    )[0]?.followers
  expect(await total()).toBe(1000)
  await pages.owner(
    `update public.star_social_accounts set followers = 500 where star_id = $1 and platform = 'youtube'`,
    [star(2)],
  )
  expect(await total()).toBe(1500)
  await pages.owner('update public.star_social_accounts set followers = null where star_id = $1', [star(2)])
  expect(await total()).toBeUndefined()
})

test('format statistics: people once, average of those with a score, posts, events by month', async () => {
  const rows = (await pages.call('chart_formats')) as { format: { id: string }; events_by_month: number[] }[]
  const sommerhaus = rows.find((row) => row.format.id === format(1))
  const [{ score } = { score: 0 }] = await pages.owner<{ score: number }>(
    'select hot_score as score from public.star_scores where star_id = $1',
    [star(1)],
  )
  expect(sommerhaus).toMatchObject({ participants: 4, seasons: 4, posts: 1, events: 6, average_score: score })
  expect(sommerhaus?.events_by_month.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2)
  expect(rows.find((row) => row.format.id === format(3))).toMatchObject({
    participants: 0,
    average_score: null,
    posts: 0,
    events: 0,
  })
})

test('letters of the register equal the stars, through renames and hiding', async () => {
  const wrong = () =>
    pages.owner(`select coalesce(l.letter, s.letter) as letter from private.star_letters l
      full join (select letter, count(*) as n from public.stars where is_active group by letter) s using (letter)
      where coalesce(l.stars_count, 0) <> coalesce(s.n, 0)`)
  expect(await wrong()).toEqual([])
  await pages.owner(`update public.stars set first_name = 'Xaver' where id = $1`, [star(7)])
  await pages.owner('update public.stars set is_active = false where id = $1', [star(6)])
  await pages.owner('delete from public.stars where id = $1', [star(3)])
  expect(await wrong()).toEqual([])
})

test('facts of formats follow casts, seasons and hidden stars', async () => {
  const wrong = () =>
    pages.owner(`select f.id from public.formats f left join private.format_facts k on k.format_id = f.id
      where k.participants is distinct from (
        select count(distinct a.star_id)::int from public.season_participants a
        join public.seasons n on n.id = a.season_id join public.stars s on s.id = a.star_id and s.is_active
        where n.format_id = f.id)
      or cardinality(k.best_stars) is distinct from least(k.participants, 12)`)
  const participants = async () =>
    (
      await pages.owner<{ n: number }>('select participants as n from private.format_facts where format_id = $1', [
        format(1),
      ])
    )[0]?.n
  const steps: [sql: string, then: number][] = [
    [
      `insert into public.season_participants (season_id, star_id) select '${season(1)}', id from public.stars where first_name = 'Gleich'`,
      33,
    ],
    [
      `update public.season_participants set season_id = '${season(5)}' where star_id = '${named.fewVotes}' and season_id = '${season(1)}'`,
      32,
    ],
    [`update public.stars set is_active = true where id = '${named.inactive}'`, 33],
    [`delete from public.season_participants where star_id = '${named.inactive}'`, 32],
    [`delete from public.seasons where id = '${season(1)}'`, 2],
  ]
  for (const [sql, then] of steps) {
    await pages.owner(sql)
    expect(await wrong()).toEqual([])
    expect(await participants()).toBe(then)
  }
})

test('tagged posts follow tags, decisions, votes and deletions', async () => {
  const wrong = () =>
    pages.owner(`select * from (
      select t.tag_id, p.id, p.type, p.created_at, p.last_activity_at, p.hot_rank, p.hearts_count - p.poops_count + p.votes_count + p.comments_count
      from public.post_tags t join public.community_posts p on p.id = t.post_id where p.status = 'approved') expected
      except select * from private.tagged_posts`)
  const count = async () => (await pages.owner<{ n: number }>('select count(*) as n from private.tagged_posts'))[0]?.n
  const steps: [sql: string, then: number][] = [
    ['select 1', 4],
    [
      `insert into public.post_reactions (post_id, user_id, reaction) values ('${named.discussion}', '${people.moderator}', 'heart')`,
      4,
    ],
    [
      `insert into public.comments (post_id, author_id, content) values ('${named.rumor}', '${people.member}', 'Neu')`,
      4,
    ],
    [`update public.community_posts set status = 'approved' where id = '${named.pending}'`, 5],
    [`update public.community_posts set tags = array['${star(1)}']::uuid[] where id = '${named.rumor}'`, 4],
    [
      `update public.community_posts set status = 'rejected', rejection_reason = 'Nein' where id = '${named.pending}'`,
      3,
    ],
    [`delete from public.community_posts where id = '${named.rumor}'`, 2],
  ]
  for (const [sql, then] of steps) {
    await pages.owner(sql)
    expect(await wrong()).toEqual([])
    expect(await count()).toBe(then)
  }
})

type Who = keyof typeof people
const placeOf = (who: Who, chart: string, window: string) =>
  pages.call('own_chart_place', { p_chart: chart, p_window: window }, who) as Promise<{
    rank: number | null
    value: number
  }>

/** Those in a chart who can call: the others of the fixture have no session. */
const callersIn = async (rpc: string, window: string) =>
  (await members(rpc, window)).flatMap(({ member, rank, value }) => {
    const who = (Object.keys(people) as Who[]).find((name) => people[name] === member.id)
    return who ? [{ who, id: member.id, rank, value }] : []
  })

test.each([
  ['opinion_makers', 'chart_opinion_makers'],
  ['karma', 'chart_karma'],
])('in %s a member is told the place and the number that everybody sees', async (chart, rpc) => {
  for (const window of ['30', 'all']) {
    const shown = await callersIn(rpc, window)
    expect(shown.length).toBeGreaterThan(0)
    for (const { who, rank, value } of shown) expect(await placeOf(who, chart, window)).toEqual({ rank, value })
  }
})

test('beyond the first hundred a member is told the place that the next row would have; without a number, none', async () => {
  const last = (await callersIn('chart_karma', 'all')).at(-1)
  if (!last) throw new Error('nobody is in the chart')
  const { who, id, rank, value } = last
  await pages.owner(`delete from private.member_ranks where chart = 'karma' and member_id = $1`, [id])
  expect(await placeOf(who, 'karma', 'all')).toEqual({ rank, value })
  await pages.owner('delete from private.karma_sums where user_id = $1', [id])
  expect(await placeOf(who, 'karma', 'all')).toEqual({ rank: null, value: 0 })
  await pages.owner('update private.chart_state set as_of = null')
  await refresh()
})

test('a chart or a window that does not exist is no place and no error', async () => {
  expect(await placeOf('other', 'sleuths', '30')).toEqual({ rank: null, value: 0 })
  expect(await placeOf('other', 'karma', 'x')).toEqual(await placeOf('other', 'karma', '30'))
})
