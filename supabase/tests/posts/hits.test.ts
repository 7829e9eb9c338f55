import { ownHitRate } from '@hot/domain/contract/account/account'
import { chartSleuths } from '@hot/domain/contract/chart'
import { profilePage } from '@hot/domain/contract/member'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Lower bound of Wilson's score interval at 95 %, as textbooks write it. */
function wilsonLowerBound(hits: number, decided: number): number {
  const z = 1.96
  const share = hits / decided
  const centre = share + z ** 2 / (2 * decided)
  const spread = z * Math.sqrt((share * (1 - share)) / decided + z ** 2 / (4 * decided ** 2))
  return (centre - spread) / (1 + z ** 2 / decided)
}

type Name = keyof typeof people

const vote = (t: Harness, who: Name, choice: 'agree' | 'disagree') =>
  t.as(
    who,
    `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', '${choice}')
     on conflict (post_id, user_id) do update set vote = excluded.vote`,
  )
/** A decision of the team; earlier votes lie an hour back. */
async function decide(t: Harness, status: string) {
  await t.owner(`alter table public.rumor_votes disable trigger user`)
  await t.owner(`update public.rumor_votes set updated_at = updated_at - interval '1 hour'`)
  await t.owner(`alter table public.rumor_votes enable trigger user`)
  await t.as('moderator', `update public.post_rumors set rumor_status = '${status}' where post_id = '${w.rumor}'`)
}
const rate = async (t: Harness, who: Name) =>
  ownHitRate.parse((await t.as(who, 'select public.own_hit_rate() as answer')).rows[0]?.answer)
const told = async (t: Harness, who: Name, type: string): Promise<unknown[]> => {
  await t.settled()
  const { rows } = await t.owner('select message from public.notifications where user_id = $1 and type = $2', [
    people[who],
    type,
  ])
  return rows.map(({ message }) => message)
}

test(
  'who voted before the decision hears whether they were right; the author’s vote and later ones do not count',
  harness(async (t) => {
    await vote(t, 'member', 'agree')
    await vote(t, 'admin', 'disagree')
    await vote(t, 'other', 'agree')
    expect(await t.value(`select rumor_status from public.post_rumors where post_id = '${w.rumor}'`)).toBe('unverified')
    await decide(t, 'verified')
    await t.as('moderator', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
    expect(await told(t, 'member', 'rumor_decided')).toEqual([
      'Du lagst richtig: „Bestätigt: Mandy zieht ins Sommerhaus“.',
    ])
    expect(await told(t, 'admin', 'rumor_decided')).toEqual(['Knapp daneben: „Bestätigt: Mandy zieht ins Sommerhaus“.'])
    expect(await told(t, 'other', 'rumor_decided')).toEqual([])
    expect(await told(t, 'moderator', 'rumor_decided')).toEqual([])
    expect(await rate(t, 'member')).toEqual({ hits: 1, decided: 1, shown: true })
    expect(await rate(t, 'admin')).toEqual({ hits: 0, decided: 1, shown: true })
    expect(await rate(t, 'moderator')).toEqual({ hits: 0, decided: 0, shown: true })
  }),
)

test(
  'nobody votes on a debunked rumor, and who only commented hears of the correction; a confirmed one stays open',
  harness(async (t) => {
    const comment = (who: Name) =>
      t.as(who, `insert into public.comments (post_id, content) values ('${w.rumor}', 'Das glaube ich nicht.')`)
    await vote(t, 'member', 'agree')
    for (const who of ['member', 'admin', 'other'] as const) await comment(who)
    await decide(t, 'verified')
    expect(await told(t, 'admin', 'rumor_decided')).toEqual([])
    await vote(t, 'admin', 'agree')
    await t.as('admin', `delete from public.rumor_votes where post_id = '${w.rumor}'`)
    const listed = async () =>
      JSON.stringify((await t.as('guest', `select public.sitemap_entries('post') as entries`)).rows)
    expect(await listed()).toContain('sommerhaus')

    await decide(t, 'debunked')
    expect(await listed()).not.toContain('sommerhaus')
    await expect(vote(t, 'admin', 'agree')).rejects.toMatchObject({ code: '42501' })
    await expect(vote(t, 'member', 'disagree')).rejects.toMatchObject({ code: '42501' })
    expect(await told(t, 'admin', 'rumor_decided')).toEqual([
      'Richtigstellung: „Widerlegt: Mandy zieht ins Sommerhaus“.',
    ])
    expect((await told(t, 'member', 'rumor_decided')).at(-1)).toBe(
      'Knapp daneben: „Widerlegt: Mandy zieht ins Sommerhaus“.',
    )
    // Its author hears of the status in another way.
    expect(await told(t, 'other', 'rumor_decided')).toEqual([])
    // Taking a vote back is always possible.
    const { rows } = await t.as('member', `delete from public.rumor_votes where post_id = '${w.rumor}' returning vote`)
    expect(rows).toEqual([{ vote: 'agree' }])
  }),
)

test(
  'a changed vote counts as it was; a status that is set back takes the hits back; the other way round they turn',
  harness(async (t) => {
    await vote(t, 'member', 'agree')
    await decide(t, 'verified')
    await vote(t, 'member', 'disagree')
    expect(await rate(t, 'member')).toMatchObject({ hits: 1, decided: 1 })
    await decide(t, 'debunked')
    expect(await rate(t, 'member')).toMatchObject({ hits: 0, decided: 1 })
    await decide(t, 'unverified')
    expect(await rate(t, 'member')).toMatchObject({ hits: 0, decided: 0 })
    await decide(t, 'debunked')
    expect(await rate(t, 'member')).toMatchObject({ hits: 1, decided: 1 })
  }),
)

test(
  'a deleted rumor takes its hits along',
  harness(async (t) => {
    await vote(t, 'member', 'agree')
    await decide(t, 'verified')
    await t.owner(`delete from public.community_posts where id = '${w.rumor}'`)
    expect(await rate(t, 'member')).toMatchObject({ hits: 0, decided: 0 })
  }),
)

/** `hits` of `decided` rumors for a person. */
const live = (t: Harness, who: Name, hits: number, decided: number) =>
  t.owner(
    `with posts as (
       insert into public.community_posts (title, type, author_id, status)
         select 'Gerücht Nummer ' || n || ' ${who}', 'rumor', '${people.moderator}', 'approved' from generate_series(1, ${decided}) n returning id)
     , numbered as (select id, row_number() over () as n from posts)
     insert into private.rumor_hits (post_id, member_id, vote, hit, decided_at)
       select id, '${people[who]}', 'agree', n <= ${hits}, now() - interval '10 days' from numbered`,
  )
const chart = async (t: Harness) => {
  await t.owner('select private.refresh_charts()')
  return chartSleuths.parse((await t.as('guest', 'select public.chart_sleuths() as answer')).rows[0]?.answer)
}

test(
  'the chart orders by the lower bound, from ten votes on, and leaves out who hides their rate',
  harness(async (t) => {
    await live(t, 'member', 10, 10)
    await live(t, 'other', 58, 60)
    await live(t, 'admin', 9, 9)
    expect((await chart(t)).map(({ member, hits, decided }) => [member.nickname, hits, decided])).toEqual([
      ['couchkartoffel', 58, 60],
      ['tvnudel', 10, 10],
    ])
    for (const [hits, decided] of [
      [0, 10],
      [10, 10],
      [58, 60],
      [7, 13],
    ] as const)
      expect(await t.value(`select private.wilson(${hits}, ${decided})`)).toBeCloseTo(
        wilsonLowerBound(hits, decided),
        9,
      )
    const shown = async () =>
      profilePage.parse((await t.as('guest', `select public.profile_page('tvnudel') as a`)).rows[0]?.a).hit_rate
    expect(await shown()).toEqual({ hits: 10, decided: 10 })
    await t.as('member', 'select public.set_hit_rate_shown(false)')
    expect(await shown()).toBeNull()
    expect((await chart(t)).map(({ member }) => member.nickname)).toEqual(['couchkartoffel'])
    await t.as('member', 'select public.set_hit_rate_shown(true)')
    expect((await chart(t)).length).toBe(2)
  }),
)

test(
  'who voted in a poll hears its result once, after its end',
  harness(async (t) => {
    for (const person of ['member', 'admin'] as const)
      await t.as(person, `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
    await t.as(
      'moderator',
      `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.secondOption}')`,
    )
    const end = async (when: string) => {
      await t.owner(
        `update public.community_posts set poll_ends_at = now() + interval '${when}' where id = '${w.poll}'`,
      )
      await t.owner('select private.announce_polls()')
    }
    await end('1 hour')
    expect(await told(t, 'member', 'poll_ended')).toEqual([])
    await end('-1 minute')
    await end('-1 minute')
    expect(await told(t, 'member', 'poll_ended')).toEqual([
      'Vorbei: „Wer gewinnt die Staffel?“. „Mandy“ liegt mit 67 % vorn.',
    ])
    expect(await told(t, 'other', 'poll_ended')).toEqual([])
  }),
)
