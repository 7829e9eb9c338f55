import { randomUUID } from 'node:crypto'
import { transaction } from '@hot/embedded/database/transaction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { claimsOfAccount, type Harness, harnessOn } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, inviteCode, world as w } from '../support/world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await committed(createWorld)
})
afterAll(() => database.close())

/** A separate request that commits, in its own session if the database has several. */
const committed = <T>(scene: (t: Harness) => Promise<T>): Promise<T> =>
  transaction(database.engine, undefined, (session) => scene(harnessOn(session, database.owner)))

/** As many concurrently as the pool has sessions; returns the outcomes, refusals as their SQLSTATE or hint. */
const atOnce = <T>(times: number, scene: (t: Harness, n: number) => Promise<T>): Promise<unknown[]> =>
  Promise.all(
    Array.from({ length: times }, (_, n) =>
      committed((t) => scene(t, n)).catch((error: { hint?: string; code?: string }) => error.hint ?? error.code),
    ),
  )

const value = (sql: string) => committed((t) => t.value(sql))

// PGlite has one session, where they queue, so forty are enough.
const many = () => (database.engine.kind === 'postgres' ? 200 : 40)

test('identical votes at once (200 if there are many sessions) are one row, and every counter is count(*)', async () => {
  await atOnce(many(), (t) =>
    t.as(
      'member',
      `insert into public.rumor_votes (post_id, user_id, vote) values ('${w.rumor}', auth.uid(), 'agree')
       on conflict (post_id, user_id) do update set vote = excluded.vote`,
    ),
  )
  await committed((t) => t.settled())
  expect(await value(`select count(*)::int from public.rumor_votes`)).toBe(1)
  expect(
    await value(
      `select r.agree_count || ' ' || p.votes_count from public.post_rumors r join public.community_posts p on p.id = r.post_id where p.id = '${w.rumor}'`,
    ),
  ).toBe('1 1')
})

/** Of the star: what is shown, what is stored once waiting differences are added, and what was voted. */
async function demandOfStar(): Promise<Record<'shown' | 'stored' | 'voted', unknown>> {
  const shown = await value(`select s.demand_count || ' ' || s.demand_sum from private.star_score_now('${w.star}') s`)
  await committed((t) => t.owner('select private.fold_star_scores()'))
  return {
    shown,
    stored: await value(`select demand_count || ' ' || demand_sum from public.star_scores where star_id = '${w.star}'`),
    voted: await value(
      `select count(*) || ' ' || coalesce(sum(value), 0) from public.demand_votes where weighs and star_id = '${w.star}'`,
    ),
  }
}

const demand = (answer: number) =>
  `insert into public.demand_votes (user_id, star_id, value) values (auth.uid(), '${w.star}', ${answer})
   on conflict (user_id, star_id) do update set value = excluded.value`

test('votes of four people on one star at once lose none', async () => {
  const crowd = ['member', 'other', 'moderator', 'admin'] as const
  await atOnce(40, (t, n) => t.as(crowd[n % 4] ?? 'member', demand(1 + (n % 5))))
  const { shown, stored, voted } = await demandOfStar()
  expect([shown, stored]).toEqual([voted, voted])
  expect(voted).toMatch(/^4 /)
})

test('a vote does not wait for the star’s row, and is in its answer and on the star’s page', async () => {
  if (database.engine.kind !== 'postgres') return // one session has nobody to wait for
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = committed(async (t) => {
    await t.owner(`select from public.star_scores where star_id = '${w.star}' for update`)
    held.resolve()
    await promise
  })
  await held.promise
  const crowd = ['member', 'other', 'moderator', 'admin'] as const
  const answers = await atOnce(4, async (t, n) => {
    const { rows } = await t.as(crowd[n] ?? 'member', `select public.set_star_votes('${w.star}', 1, 2, 5) as answer`)
    return rows[0]?.answer
  })
  expect(answers).toHaveLength(4)
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ demand: 1, realness: 2, drama: 5 })))
  const page = await value(`select public.star_page((select slug from public.stars where id = '${w.star}'))`)
  expect(page).toMatchObject({ votes: 12, demand: { votes: 4 }, realness: { votes: 4 }, drama: { votes: 4 } })
  resolve()
  await holding
  // Twelve, but for votes that are as those of the tests above were by chance.
  expect(await value('select count(*)::int from private.star_score_deltas')).toBeGreaterThan(0)
  const { shown, stored, voted } = await demandOfStar()
  expect([shown, stored, voted]).toEqual(['4 4', '4 4', '4 4'])
})

test('of a hundred people who sign up with a one-use code exactly one succeeds', async () => {
  await committed((t) => t.as('admin', `update public.app_settings set signup_mode = 'invite'`))
  const outcomes = await atOnce(100, async (t, n) => {
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       values (gen_random_uuid(), $1, '{"provider": "email"}', $2, now())`,
      [`gast${n}@web.de`, JSON.stringify({ invite_code: inviteCode })],
    )
    return 'in'
  })
  expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'invite_required')).toHaveLength(99)
  expect(await value('select uses_count from public.invites')).toBe(1)
})

test('of a hundred members who redeem a one-use code at once exactly one succeeds, even with repeated requests', async () => {
  const code = 'ZAHNARZT'
  const id = (n: number) => `60000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  await committed(async (t) => {
    await t.owner(`insert into public.invites (code) values ('${code}')`)
    await t.platform(
      `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, created_at)
       select unnest($1::uuid[]), null, '{"provider": "google"}', '{}', now()`,
      [Array.from({ length: 50 }, (_, n) => id(n))],
    )
    for (let n = 0; n < 50; n++) await claimsOfAccount(t, id(n))
  })
  const outcomes = await atOnce(100, async (t, n) => {
    const { rows } = await t.as('member', `select public.redeem_invite('${code}') as ok`, [], {
      sub: id(n % 50),
      session_id: id(n % 50),
    })
    return rows[0]?.ok
  })
  const redeemed = outcomes.filter((outcome) => outcome === true)
  // One member, whose second request gets the same answer; everybody else is refused.
  expect([1, 2]).toContain(redeemed.length)
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(100 - redeemed.length)
  expect(await value(`select uses_count from public.invites where code = '${code}'`)).toBe(1)
})

test('two posts with one title at once both get a slug', async () => {
  const outcomes = await atOnce(10, (t) =>
    t.as(
      'member',
      `insert into public.community_posts (title, type, content) values ('Alle zugleich', 'discussion', 'Text')`,
    ),
  )
  expect(outcomes.every((outcome) => typeof outcome === 'object')).toBe(true)
  expect(
    await value(`select count(distinct slug)::int from public.community_posts where title = 'Alle zugleich'`),
  ).toBe(10)
})

test('reactions of several people at once are one notification that counts each', async () => {
  const crowd = ['member', 'moderator', 'admin'] as const
  await atOnce(30, (t, n) =>
    t.service(
      `select public.create_notification('${people.other}', 'reaction_on_post', 'Titel', 'Text', '{}', '${w.discussion}', null, '${people[crowd[n % 3] ?? 'member']}')`,
    ),
  )
  expect(
    await value(
      `select count(*) || ' ' || max(actors_count) from public.notifications where user_id = '${people.other}' and type = 'reaction_on_post'`,
    ),
  ).toBe('1 3')
})

test('identical hearts at once are one row, one heart, one notification and karma for one', async () => {
  await atOnce(many(), (t) =>
    t.as(
      'member',
      `insert into public.post_reactions (post_id, user_id, reaction) values ('${w.poll}', auth.uid(), 'heart')
       on conflict (post_id, user_id) do update set reaction = excluded.reaction`,
    ),
  )
  await committed((t) => t.settled())
  expect(await value(`select count(*)::int from public.post_reactions where post_id = '${w.poll}'`)).toBe(1)
  const differences = await committed((t) => t.owner(counterDifferences))
  expect(differences.rows.filter(({ what }) => /^(post|karma|mirror) /.test(String(what)))).toEqual([])
  expect(
    await value(
      `select string_agg(n.actors_count || ' ' || p.hearts_count, ', ') from public.notifications n
       join public.community_posts p on p.id = n.post_id where p.id = '${w.poll}' and n.type = 'reaction_on_post'`,
    ),
  ).toBe('1 1')
})

// `RACES=1000` on a server plays as many as the moderation was built for.
const races = () => (database.engine.kind === 'postgres' ? Number(process.env.RACES ?? 100) : 10)

test('two of the team who take and decide the same case at once: one has it, and one decision is made', async () => {
  const outcomes = new Map<string, number>()
  for (let n = 0; n < races(); n += 1) {
    const id = randomUUID()
    await committed(async (t) => {
      await t.owner(
        `insert into public.comments (id, post_id, author_id, content) values ($1, '${w.discussion}', $2, $3)`,
        [id, people.other, `Fall ${n} ${id}`],
      )
      await t.owner(
        `insert into public.reports (target_type, target_comment_id, reporter_id, reason) values ('comment', $1, $2, 'insult')`,
        [id, people.member],
      )
    })
    const decide = async (t: Harness, person: 'moderator' | 'admin') =>
      t.as(
        person,
        `select public.moderate_case(r.id, $1, 'comment', 'warn', 'Regel 1', 'low') from public.reports r where r.target_comment_id = $1`,
        [id],
      )
    const work = async (person: 'moderator' | 'admin') => {
      const { rows } = await committed((t) =>
        t.as(person, `select public.admin_claim_case('comment', $1) -> 'claim' ->> 'is_mine' as mine`, [id]),
      )
      const told = await committed((t) => decide(t, person)).then(
        () => 'decided',
        (error: { hint?: string }) => error.hint ?? 'error',
      )
      return `${rows[0]?.mine === 'true' ? 'had it' : 'had it not'}: ${told}`
    }
    const both = (await Promise.all([work('moderator'), work('admin')])).sort().join(', ')
    outcomes.set(both, (outcomes.get(both) ?? 0) + 1)
    expect(await value(`select count(*)::int from public.moderation_actions where target_comment_id = '${id}'`)).toBe(1)
  }
  // Whoever comes when the other is done takes a case that is decided.
  const allowed = ['case_claimed', 'report_closed'].flatMap((late) => [
    `had it not: ${late}, had it: decided`,
    `had it: decided, had it: ${late}`,
  ])
  expect([...outcomes.keys()].filter((both) => !allowed.includes(both))).toEqual([])
})
