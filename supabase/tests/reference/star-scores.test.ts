import { minWeighingVotes } from '@hot/domain/star/hot-score'
import { expect, test } from 'vitest'
import {
  hotScore,
  type QuestionMeans,
  questionMeans,
  type StarVotes,
} from '../../../tests/support/oracles/star-score.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import type { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const questions = ['demand', 'realness', 'drama'] as const
const stars = [w.star, '30000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000002'] as const
const voter = (n: number) => `40000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Ten voters from a month ago and two from an hour ago. Values differ by voter, star and question. */
async function castVotes(t: Harness): Promise<void> {
  await t.owner(`insert into public.stars (id, first_name) values ('${stars[1]}', 'Anton'), ('${stars[2]}', 'Berta')`)
  for (let n = 1; n <= 12; n++) {
    await t.platform(`insert into auth.users (id, email, created_at) values ($1, $2, now() - $3::interval)`, [
      voter(n),
      `v${n}@gmail.com`,
      n > 10 ? '1 hour' : '30 days',
    ])
    for (const [q, question] of questions.entries())
      for (const [s, star] of stars.entries())
        if ((n + q + s) % 3 > 0)
          await t.owner(`insert into public.${question}_votes (user_id, star_id, value) values ($1, $2, $3)`, [
            voter(n),
            star,
            1 + ((n * (s + 2) + q) % 5),
          ])
  }
}

const scores = async (t: Harness) =>
  (await t.owner(`select to_jsonb(s) - 'updated_at' as row from public.star_scores s order by star_id`)).rows.map(
    (row) => row.row,
  )

async function weighingVotes(t: Harness): Promise<Map<string, StarVotes>> {
  const found = new Map<string, Record<(typeof questions)[number], number[]>>()
  for (const question of questions) {
    const { rows } = await t.owner(
      `select v.star_id::text as star, v.value from public.${question}_votes v join public.profiles p on p.id = v.user_id
       where p.created_at <= now() - interval '24 hours' and not private.is_banned(p.id)`,
    )
    for (const { star, value } of rows) {
      const votes = found.get(String(star)) ?? { demand: [], realness: [], drama: [] }
      votes[question].push(Number(value))
      found.set(String(star), votes)
    }
  }
  return found
}

async function expectReference(t: Harness, means: QuestionMeans): Promise<void> {
  for (const [star, votes] of await weighingVotes(t)) {
    const count = questions.reduce((sum, question) => sum + votes[question].length, 0)
    const score = await t.value(`select hot_score::float8 from public.star_scores where star_id = '${star}'`)
    expect({ star, score }).toEqual({ star, score: count >= minWeighingVotes ? hotScore(votes, means) : null })
  }
}

test(
  'votes change the score of their star as in the reference, before and after the hourly job',
  harness(async (t) => {
    await castVotes(t)
    await expectReference(t, { demand: 3, realness: 3, drama: 3 })
    await t.owner('select private.rescore_all_stars()')
    const means = questionMeans([...(await weighingVotes(t)).values()])
    for (const question of questions)
      expect(
        await t.value(`select mean::float8 from public.star_vote_means where question = '${question}'`),
      ).toBeCloseTo(means[question], 5)
    await expectReference(t, means)
  }),
)

test(
  'after changed, moved and withdrawn votes incremental scores equal a rebuild',
  harness(async (t) => {
    await castVotes(t)
    await t.owner('select private.rescore_all_stars()')
    await t.owner(`update public.demand_votes set value = 6 - value where user_id = '${voter(2)}'`)
    await t.owner(`delete from public.drama_votes where user_id = '${voter(3)}'`)
    await t.owner(
      `update public.realness_votes set star_id = '${w.inactiveStar}' where user_id = '${voter(4)}' and star_id = '${stars[1]}'`,
    )
    await t.platform(`delete from auth.users where id = '${voter(5)}'`)
    await t.owner('select private.rank_stars()')
    const stored = await scores(t)
    await t.owner('select private.rebuild_star_scores()')
    expect(await scores(t)).toEqual(stored)
    // A second run of the job with the same votes changes nothing.
    await t.owner('select private.rescore_all_stars()')
    const once = await scores(t)
    await t.owner('select private.rescore_all_stars()')
    expect(await scores(t)).toEqual(once)
  }),
)

test(
  'votes of new accounts count after a day',
  harness(async (t) => {
    await castVotes(t)
    const waiting = () => t.value(`select count(*)::int from public.demand_votes where not weighs`)
    expect(await waiting()).toBe(4)
    await t.owner('select private.rescore_all_stars()')
    expect(await waiting()).toBe(4)
    await t.owner(
      `update public.profiles set created_at = now() - interval '25 hours' where id in ('${voter(11)}', '${voter(12)}')`,
    )
    await t.owner('select private.rescore_all_stars()')
    expect(await waiting()).toBe(0)
    await expectReference(t, questionMeans([...(await weighingVotes(t)).values()]))
  }),
)

test(
  'a ban removes votes at once, its end restores them',
  harness(async (t) => {
    await castVotes(t)
    const before = await scores(t)
    const ban = (flag: boolean) =>
      t.owner(`update public.profiles set is_banned = ${flag} where id in ('${voter(1)}', '${voter(2)}')`)
    await ban(true)
    expect(await scores(t)).not.toEqual(before)
    await expectReference(t, { demand: 3, realness: 3, drama: 3 })
    await ban(false)
    expect(await scores(t)).toEqual(before)
  }),
)

test(
  'below five weighing votes there is neither score nor rank; one more gives both',
  harness(async (t) => {
    const vote = (person: keyof typeof people, question: string) =>
      t.as(person, `insert into public.${question}_votes (star_id, value) values ('${w.star}', 5)`)
    for (const question of questions) await vote('member', question)
    await vote('other', 'demand')
    await t.owner('select private.rank_stars()')
    const state = async () =>
      (await t.owner(`select hot_score, rank, votes_count from public.star_scores where star_id = '${w.star}'`)).rows[0]
    expect(await state()).toEqual({ hot_score: null, rank: null, votes_count: 4 })
    await vote('other', 'drama')
    await t.owner('select private.rank_stars()')
    expect(await state()).toMatchObject({ rank: 1, votes_count: 5 })
  }),
)

test(
  'ranks go by score, votes and name, and include the rank of a week ago',
  harness(async (t) => {
    await castVotes(t)
    await t.owner('select private.snapshot_star_ranks()')
    const ranks = async () =>
      (
        await t.owner(
          `select star_id::text, rank, rank_week_ago from public.star_scores where rank is not null order by rank`,
        )
      ).rows
    const now = await ranks()
    expect(now.map((row) => row.rank)).toEqual([1, 2, 3])
    expect(now.map((row) => row.rank_week_ago)).toEqual([null, null, null])
    const sortedByScore = `select c.star_id::text from public.star_scores c join public.stars s on s.id = c.star_id
      where c.hot_score is not null and s.is_active order by c.hot_score desc, c.votes_count desc, s.sort_key`
    const sorted = await t.owner(sortedByScore)
    expect(now.map((row) => row.star_id)).toEqual(sorted.rows.map((row) => row.star_id))
    // Votes turn the scores round, and no rank moves before the job.
    await t.owner(
      `update public.demand_votes set value = case when star_id = '${String(now[0]?.star_id)}' then 1 else 5 end`,
    )
    expect((await t.owner(sortedByScore)).rows).not.toEqual(sorted.rows)
    expect(await ranks()).toEqual(now)
    // Eight days later, because one night was missed, and with the first star gone from the chart.
    await t.owner('update private.star_rank_snapshots set day = day - 8')
    await t.owner(`update public.stars set is_active = false where id = '${String(now[0]?.star_id)}'`)
    await t.owner('select private.snapshot_star_ranks()')
    expect(await ranks()).toEqual(
      now.slice(1).map((row, i) => ({ star_id: row.star_id, rank: i + 1, rank_week_ago: i + 2 })),
    )
  }),
)

test(
  'votes that wait for their star’s row are on its page and in the answer of a vote, and are added by the next one',
  harness(async (t) => {
    await castVotes(t)
    const before = await scores(t)
    const page = () => t.as('member', `select public.star_page(slug) as page from public.stars where id = '${w.star}'`)
    const shown = (await page()).rows[0]?.page
    // As if another vote had held the row while the last two were cast.
    await t.owner(`update public.star_scores set demand_count = demand_count - 1, demand_sum = demand_sum - 4,
      drama_count = drama_count - 1, drama_sum = drama_sum - 2 where star_id = '${w.star}'`)
    await t.owner(`insert into private.star_score_deltas (star_id, question, votes, total)
      values ('${w.star}', 'demand', 1, 4), ('${w.star}', 'drama', 1, 2)`)
    expect(await scores(t)).not.toEqual(before)
    expect((await page()).rows[0]?.page).toEqual(shown)
    const vote = `select public.set_star_votes('${w.star}', p_realness => 3) ->> 'votes' as votes`
    const { rows } = await t.as('member', vote)
    expect(Number(rows[0]?.votes)).toBe((shown as { votes: number }).votes + 1)
    const realness = await t.owner(
      `select realness_count = count(v) and realness_sum = coalesce(sum(v.value), 0) as agrees
       from public.star_scores s left join public.realness_votes v on v.star_id = s.star_id and v.weighs
       where s.star_id = '${w.star}' group by s.star_id`,
    )
    expect(realness.rows).toEqual([{ agrees: true }])
    await t.as('member', `select public.set_star_votes('${w.star}', p_realness => 0)`)
    expect(await scores(t)).toEqual(before)
    expect(await t.value('select count(*)::int from private.star_score_deltas')).toBe(0)
  }),
)

test(
  'the job adds what waits, also of several stars, and forgets deleted ones',
  harness(async (t) => {
    await castVotes(t)
    const before = await scores(t)
    await t.owner(`update public.star_scores set demand_count = demand_count - 1, demand_sum = demand_sum - 4`)
    await t.owner(`insert into private.star_score_deltas (star_id, question, votes, total)
      select star_id, 'demand', 1, 4 from public.star_scores union all select gen_random_uuid(), 'demand', 1, 4`)
    await t.owner('select private.fold_star_scores()')
    expect(await scores(t)).toEqual(before)
    expect(await t.value('select count(*)::int from private.star_score_deltas')).toBe(0)
  }),
)
