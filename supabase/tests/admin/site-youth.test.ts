import { siteYouth } from '@hot/domain/chart/site-youth'
import { adminSettings } from '@hot/domain/contract/admin/settings'
import { chartMembers, chartSleuths, chartStars, chartsPage } from '@hot/domain/contract/chart'
import { votingPage } from '@hot/domain/contract/community'
import { homePage } from '@hot/domain/contract/site'
import { minWeighingVotes, voteWeighsAfterHours } from '@hot/domain/star/hot-score'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, inviteCode, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const start = (t: Harness, isPublic: boolean) => t.service(`select public.note_site($1, true, '{}')`, [isPublic])
const job = (t: Harness, name: string) => t.owner(`select private.${name}()`)
const answer = async (t: Harness, person: Person, call: string) =>
  (await t.as(person, `select public.${call} as answer`)).rows[0]?.answer
const youth = async (t: Harness) => adminSettings.parse(await answer(t, 'admin', 'admin_settings_page()')).youth
const joins = (t: Harness, who: 'member' | 'other') =>
  t.owner('update public.profiles set created_at = now() where id = $1', [people[who]])
const passes = (t: Harness, days: number) =>
  t.owner('update private.site_youth set opened_at = opened_at - make_interval(days => $1)', [days])
/** Accounts with a confirmed address, beside the people of the tests, who have none. */
const confirmed = (t: Harness, count: number) =>
  t.platform(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at)
     select gen_random_uuid(), 'm' || n || '@gmail.com', '{"provider": "email"}', '{}', now() from generate_series(1, $1::integer) n`,
    [count],
  )
const rate = (t: Harness, who: Person, votes = '5, 4, 3') => answer(t, who, `set_star_votes('${w.star}', ${votes})`)
const listed = async (t: Harness) => chartStars.parse(await answer(t, 'guest', 'chart_stars()'))
const hours = (from: string | null | undefined) => (Date.parse(String(from)) - Date.now()) / 3_600_000

test(
  'a site is young from its first public start, once, until it has been for its days',
  harness(async (t) => {
    await start(t, false)
    expect(await youth(t)).toBeNull()
    await start(t, true)
    const begun = await youth(t)
    expect(hours(begun?.until) / 24).toBeCloseTo(siteYouth.days, 1)
    expect(begun?.members).toBe(0)
    await passes(t, siteYouth.days - 1)
    await start(t, true)
    expect(hours((await youth(t))?.until) / 24).toBeCloseTo(1, 1)
    await passes(t, 1)
    expect(await youth(t)).toBeNull()
    await job(t, 'rescore_all_stars')
    expect(await t.value('select ended_at is not null from private.site_youth')).toBe(true)
  }),
)

test(
  'or until it has its members; one that has them already is not young',
  harness(async (t) => {
    await t.undone(async () => {
      await confirmed(t, siteYouth.members)
      await start(t, true)
      expect(await youth(t)).toBeNull()
    })
    await start(t, true)
    await confirmed(t, siteYouth.members - 1)
    await job(t, 'rescore_all_stars')
    expect((await youth(t))?.members).toBe(siteYouth.members - 1)
    await t.platform(`update auth.users set email_confirmed_at = now() where id = $1`, [people.member])
    await job(t, 'rescore_all_stars')
    expect(await youth(t)).toBeNull()
  }),
)

test(
  'the first vote of a new member weighs and is in the chart within the minute; when an admin ends it, the usual rule holds',
  harness(async (t) => {
    await joins(t, 'member')
    await joins(t, 'other')
    // Given before others reached the site.
    await rate(t, 'other', 'null, 2, null')
    await start(t, true)
    expect(await t.value('select weighs from public.realness_votes')).toBe(true)
    await rate(t, 'other', 'null, 0, null')
    expect(await rate(t, 'member', '5, null, null')).toMatchObject({ hot_score: expect.any(Number) })
    await job(t, 'fill_charts')
    expect((await listed(t)).items).toMatchObject([{ id: w.star, votes: siteYouth.weighingVotes, rank: 1 }])
    expect(votingPage.parse(await answer(t, 'member', 'voting_page()')).weigh_from).toBeNull()

    expect(await answer(t, 'admin', 'admin_end_youth()')).toBe(true)
    expect(await answer(t, 'admin', 'admin_end_youth()')).toBe(false)
    expect(await t.value(`select count(*) from public.admin_actions where action_type = 'end_youth'`)).toBe(1)
    const { items, waiting } = await listed(t)
    expect(items).toEqual([])
    expect(waiting).toMatchObject({ votes: 1, needed: minWeighingVotes })
    // A site that is started again does not become young once more.
    await start(t, true)
    expect(await youth(t)).toBeNull()

    await t.owner(`update public.profiles set created_at = now() - make_interval(hours => $1) where id = $2`, [
      voteWeighsAfterHours,
      people.member,
    ])
    await job(t, 'rescore_all_stars')
    expect(await t.value('select weighs from public.demand_votes')).toBe(true)
  }),
)

test(
  'whoever was invited may link at once, nobody else, and only so long',
  harness(async (t) => {
    const link = async (who: Person, address: string) =>
      (
        await t.attempt(who, 'insert into public.comments (post_id, content) values ($1, $2)', [
          w.discussion,
          `Steht auf https://www.rtl.de/${address}`,
        ])
      ).error?.hint
    await joins(t, 'member')
    await joins(t, 'other')
    await answer(t, 'member', `redeem_invite('${inviteCode}')`)
    expect(await link('member', 'a')).toBe('links_too_early')
    await start(t, true)
    expect(await link('member', 'b')).toBeUndefined()
    expect(await link('other', 'c')).toBe('links_too_early')
    await answer(t, 'admin', 'admin_end_youth()')
    expect(await link('member', 'd')).toBe('links_too_early')
  }),
)

test(
  'one decided vote makes a Spürnase of a young site, and charts of members fill with the first event',
  harness(async (t) => {
    const sleuths = async () => chartSleuths.parse(await answer(t, 'guest', 'chart_sleuths()')).length
    const makers = async () => chartMembers.parse(await answer(t, 'guest', 'chart_opinion_makers()')).length
    await job(t, 'refresh_charts')
    await t.owner(`insert into private.rumor_hits (post_id, member_id, vote, hit) values ($1, $2, 'agree', true)`, [
      w.rumor,
      people.member,
    ])
    await job(t, 'fill_charts')
    expect([await sleuths(), await makers()]).toEqual([0, 0])
    await start(t, true)
    await job(t, 'fill_charts')
    expect([await sleuths(), await makers()]).toEqual([siteYouth.decidedVotes, 0])
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ($1, 'heart')`, [w.poll])
    await t.settled()
    await job(t, 'fill_charts')
    expect([await sleuths(), await makers()]).toEqual([1, 1])
  }),
)

test(
  'votes that do not count yet are told, with the hour from which they do; those of banned members are not',
  harness(async (t) => {
    expect((await listed(t)).waiting).toEqual({ votes: 0, needed: minWeighingVotes, from: null })
    await joins(t, 'member')
    await rate(t, 'member')
    await t.owner(`insert into public.drama_votes (user_id, star_id, value) values ($1, $2, 1)`, [
      people.banned,
      w.star,
    ])
    const { waiting } = await listed(t)
    expect(waiting?.votes).toBe(3)
    expect(hours(waiting?.from)).toBeGreaterThan(voteWeighsAfterHours)
    expect(hours(waiting?.from)).toBeLessThanOrEqual(voteWeighsAfterHours + 1.01)
    expect(new Date(String(waiting?.from)).getUTCMinutes()).toBe(7)
    const { weigh_from } = votingPage.parse(await answer(t, 'member', 'voting_page()'))
    expect(weigh_from).toBe(waiting?.from)
    expect(homePage.parse(await answer(t, 'guest', 'home_page()')).waiting).toEqual(waiting)
    expect(chartsPage.parse(await answer(t, 'guest', 'charts_page()')).waiting).toEqual(waiting)

    await rate(t, 'other')
    expect((await listed(t)).waiting?.votes).toBe(6)
    await rate(t, 'admin')
    await job(t, 'fill_charts')
    expect((await listed(t)).waiting).toBeNull()
  }),
)
