import { minWeighingVotes, type Question, questions } from '@hot/domain/star/hot-score'
import { expect, test } from 'vitest'
import { type RankSnapshot, rankStars, rankWeekAgo, votesOf } from '../../../tests/support/oracles/star-ranking.ts'
import { bayesianAverage, hotScore, questionMeans } from '../../../tests/support/oracles/star-score.ts'
import { randomVotes, starRows } from '../counters/random-votes.ts'
import { type Harness, useHarness } from '../support/harness.ts'

const harness = useHarness(randomVotes)

/** m as stored, with six decimals. */
async function storedMeans(t: Harness): Promise<Record<Question, number>> {
  const { rows } = await t.owner('select question, mean::float8 as mean from public.star_vote_means')
  const mean = (question: Question) => Number(rows.find((row) => row.question === question)?.mean)
  return { demand: mean('demand'), realness: mean('realness'), drama: mean('drama') }
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))

async function expectScores(t: Harness): Promise<void> {
  const means = await storedMeans(t)
  const expected = (await starRows(t)).map((star) => ({
    id: star.id,
    hot_score: votesOf(star) >= minWeighingVotes ? hotScore(star.votes, means) : null,
    votes_count: votesOf(star),
    ...Object.fromEntries(
      questions.map((question) => {
        const votes = star.votes[question]
        return [question, votes.length > 0 ? round(bayesianAverage(votes, means[question]), 4) : null]
      }),
    ),
  }))
  const { rows } = await t.owner(
    `select star_id::text as id, hot_score::float8, votes_count, demand_average::float8 as demand,
       realness_average::float8 as realness, drama_average::float8 as drama from public.star_scores`,
  )
  const byId = (a: { id?: unknown }, b: { id?: unknown }) => String(a.id).localeCompare(String(b.id))
  expect(rows.toSorted(byId)).toEqual(expected.toSorted(byId))
}

const chart = async (t: Harness) =>
  (await t.owner('select star_id::text as id, rank from public.star_scores where rank is not null order by rank')).rows

test(
  'scores, averages and counts of random votes equal the reference, before and after the hourly job',
  harness(async (t) => {
    await expectScores(t)
    await t.owner('select private.rescore_all_stars()')
    const exact = questionMeans((await starRows(t)).map((star) => star.votes))
    const stored = await storedMeans(t)
    for (const question of questions) expect(stored[question]).toBe(round(exact[question], 6))
    await expectScores(t)
    const scores = (await t.owner('select hot_score from public.star_scores')).rows
    expect(new Set(scores.map((row) => String(row.hot_score))).size).toBeGreaterThan(5)
  }),
)

test(
  'ranks go by score, votes and name, hidden stars and those below five votes have none',
  harness(async (t) => {
    await t.owner('select private.rescore_all_stars()')
    const stars = await starRows(t)
    const ranked = rankStars(stars, await storedMeans(t))
    expect(await chart(t)).toEqual(ranked.map(({ id }, index) => ({ id, rank: index + 1 })))
    expect(ranked.length).toBeGreaterThan(5)
    expect(stars.length).toBeGreaterThan(ranked.length)
  }),
)

test(
  'equal scores go by votes, equal votes by name',
  harness(async (t) => {
    // Everybody at the mean: every score is 50, whatever the number of votes.
    for (const question of questions) await t.owner(`update public.${question}_votes set value = 3`)
    await t.owner('select private.rescore_all_stars()')
    const ranked = rankStars(await starRows(t), await storedMeans(t))
    expect(new Set(ranked.map((star) => star.score))).toEqual(new Set([50]))
    expect((await chart(t)).map((row) => row.id)).toEqual(ranked.map((star) => star.id))
  }),
)

test(
  'incremental updates equal a rebuild',
  harness(async (t) => {
    const state = async () =>
      (await t.owner(`select to_jsonb(c) - 'updated_at' as row from public.star_scores c order by star_id`)).rows
    await t.owner('select private.rank_stars()')
    const stored = await state()
    await t.owner('select private.rebuild_star_scores()')
    expect(await state()).toEqual(stored)
  }),
)

test(
  'the rank of a week ago is that of the snapshot a week old, or the latest before a missed night',
  harness(async (t) => {
    await t.owner('select private.rescore_all_stars()')
    for (const [age, flip] of [
      [15, 1],
      [9, 2],
      [3, 3],
    ] as const) {
      await t.owner(`update public.demand_votes set value = 1 + (value + ${flip}) % 5`)
      await t.owner('select private.snapshot_star_ranks()')
      await t.owner(`update private.star_rank_snapshots set day = day - ${age} where day = private.berlin_day(now())`)
    }
    await t.owner('update public.demand_votes set value = 6 - value')
    await t.owner('select private.snapshot_star_ranks()')
    const today = String(await t.value('select private.berlin_day(now())::text'))
    const { rows } = await t.owner('select day::text, star_id::text, rank from private.star_rank_snapshots')
    const snapshots = rows as RankSnapshot[]
    const found = (
      await t.owner('select star_id::text as id, rank_week_ago from public.star_scores where rank is not null')
    ).rows
    expect(found.some((row) => row.rank_week_ago !== null)).toBe(true)
    for (const { id, rank_week_ago } of found)
      expect({ id, rank_week_ago }).toEqual({ id, rank_week_ago: rankWeekAgo(snapshots, String(id), today) })
  }),
)

test(
  'votes of new and banned accounts are stored and count once they qualify',
  harness(async (t) => {
    await t.owner('select private.rescore_all_stars()')
    const weighing = () => t.value('select sum(votes_count)::int from public.star_scores')
    const before = Number(await weighing())
    await t.owner(
      `update public.profiles set created_at = now() - interval '24 hours' where created_at > now() - interval '24 hours'`,
    )
    await t.owner('select private.rescore_all_stars()')
    const grown = Number(await weighing())
    await expectScores(t)
    await t.owner('update public.profiles set is_banned = false where is_banned')
    await expectScores(t)
    const all =
      await t.value(`select (select count(*) from public.demand_votes) + (select count(*) from public.realness_votes)
      + (select count(*) from public.drama_votes)`)
    expect([before < grown, grown < Number(all), await weighing()]).toEqual([true, true, Number(all)])
  }),
)
