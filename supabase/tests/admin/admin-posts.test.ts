import * as wire from '@hot/domain/contract/admin/posts'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const answer = async (t: Harness, person: Person, sql: string, params: unknown[] = []) =>
  (await t.as(person, `select ${sql} as answer`, params)).rows[0]?.answer
const seen = (t: Harness, post: string) =>
  t.value('select to_json(updated_at) #>> $2 from public.community_posts where id = $1', [post, '{}'])
const decide = async (
  t: Harness,
  person: Person,
  post: string,
  decision: string,
  reason: string | null,
  version: unknown,
) =>
  t.attempt(person, 'select public.admin_decide_posts(array[$1::uuid], array[$2::timestamptz], $3, $4) as answer', [
    post,
    version,
    decision,
    reason,
  ])
const outcomesOf = (given: { rows: Record<string, unknown>[] }) => wire.postOutcomes.parse(given.rows[0]?.answer)
const log = async (t: Harness) =>
  (await t.owner('select action_type, target_id, details from public.admin_actions order by action_type')).rows
const status = (t: Harness, post: string) => t.value('select status from public.community_posts where id = $1', [post])

test(
  'a post in the admin list: kinds in German, excerpt and text, votes, options, reactions, moderator',
  harness(async (t) => {
    await t.owner(`update public.community_posts set content = repeat('x', 300) where id = '${w.poll}'`)
    await t.as('member', `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`)
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.poll}', 'poop')`)
    const page = wire.adminPostsPage.parse(await answer(t, 'moderator', 'public.admin_posts_page()'))
    expect(page.items.map(({ type }) => type).sort()).toEqual(['diskussion', 'diskussion', 'gerücht', 'umfrage'])
    const poll = page.items.find(({ id }) => id === w.poll)
    expect(poll).toMatchObject({
      author_name: 'couchkartoffel',
      votes: { total: 1, agree: 0, disagree: 0 },
      reactions: { heart: 0, poop: 1 },
      poll_votes: [
        { option_id: w.option, votes: 1 },
        { option_id: w.secondOption, votes: 0 },
      ],
      moderator_name: null,
      author_record: { posts: 4, approved: 3, rejected: 0, warnings: 0 },
    })
    expect([poll?.content_excerpt.length, poll?.content_full.length]).toEqual([180, 300])
  }),
)

test(
  'the queue is oldest first, everything else latest first; kind, words and nickname filter, pages follow',
  harness(async (t) => {
    await t.owner(`insert into public.community_posts (title, type, author_id, status, created_at) values
      ('Der älteste wartende', 'discussion', '${people.member}', 'pending', now() - interval '3 days'),
      ('Ein zweiter wartender', 'rumor', '${people.member}', 'pending', now() - interval '2 days')`)
    const titles = async (args: string) =>
      wire.adminPostsPage.parse(await answer(t, 'admin', `public.admin_posts_page(${args})`)).items.map((p) => p.title)
    const queue = ['Der älteste wartende', 'Ein zweiter wartender', 'Wartet noch auf Freigabe']
    expect(await titles(`'pending'`)).toEqual(queue)
    expect((await titles('')).slice(-2)).toEqual(['Ein zweiter wartender', 'Der älteste wartende'])
    expect(await titles(`'pending', 'rumor'`)).toEqual(['Ein zweiter wartender'])
    expect(await titles(`null, null, 'zweiter wart'`)).toEqual(['Ein zweiter wartender'])
    expect(await titles(`'pending', null, '@TVNudel'`)).toEqual(queue.slice(0, 2))
    expect(await titles(`null, null, '@gibtsnicht'`)).toEqual([])
    expect(await titles(`null, null, 'zw'`)).toEqual(['Ein zweiter wartender'])
    const first = wire.adminPostsPage.parse(
      await answer(t, 'admin', `public.admin_posts_page('pending', p_limit => 2)`),
    )
    expect(await titles(`'pending', p_after => '${first.next}'`)).toEqual(queue.slice(2))
    const figures = wire.adminPostFigures.parse(await answer(t, 'moderator', 'public.admin_post_figures()'))
    expect(figures).toMatchObject({ waiting: 3, done_today: 0, recent: [] })
  }),
)

test(
  'approval puts a post online, notifies the author, earns karma, and is logged and counted',
  harness(async (t) => {
    const done = await decide(t, 'moderator', w.pendingPost, 'approve', null, await seen(t, w.pendingPost))
    expect(outcomesOf(done)).toEqual([{ id: w.pendingPost, outcome: 'done', by: null }])
    expect(
      (await t.as('guest', `select status from public.community_posts where id = '${w.pendingPost}'`)).rows,
    ).toHaveLength(1)
    expect((await t.as('other', 'select type from public.notifications')).rows).toEqual([{ type: 'post_approved' }])
    expect(await log(t)).toEqual([
      { action_type: 'approve_post', target_id: w.pendingPost, details: { title: 'Wartet noch auf Freigabe' } },
    ])
    const figures = wire.adminPostFigures.parse(await answer(t, 'admin', 'public.admin_post_figures()'))
    expect(figures).toMatchObject({ waiting: 0, oldest: null, done_today: 1 })
    expect(figures.recent).toMatchObject([{ action: 'approved', moderator_name: 'lagerwache' }])
  }),
)

test(
  'a second decision is refused and names the first',
  harness(async (t) => {
    const version = await seen(t, w.pendingPost)
    await decide(t, 'moderator', w.pendingPost, 'reject', 'Kein Beleg.', version)
    const second = outcomesOf(await decide(t, 'admin', w.pendingPost, 'approve', null, version))
    expect(second).toEqual([{ id: w.pendingPost, outcome: 'decided', by: 'lagerwache' }])
    expect(await status(t, w.pendingPost)).toBe('rejected')
    // The author changes the text; nobody may approve a text they have not read.
    await t.owner(
      `update public.community_posts set updated_at = updated_at - interval '1 minute', moderated_at = moderated_at - interval '1 minute'`,
    )
    expect(outcomesOf(await decide(t, 'admin', w.pendingPost, 'approve', null, 'epoch'))[0]?.outcome).toBe('decided')
    await t.owner(`update public.community_posts set content = 'Neu' where id = '${w.pendingPost}'`)
    const before = await t.value(
      `select (updated_at - interval '30 seconds')::text from public.community_posts where id = '${w.pendingPost}'`,
    )
    expect(outcomesOf(await decide(t, 'admin', w.pendingPost, 'approve', null, before))[0]?.outcome).toBe('changed')
    await decide(t, 'moderator', w.pendingPost, 'delete', 'Spam.', await seen(t, w.pendingPost))
    expect(outcomesOf(await decide(t, 'admin', w.pendingPost, 'approve', null, version))).toEqual([
      { id: w.pendingPost, outcome: 'gone', by: 'lagerwache' },
    ])
    expect((await log(t)).map((row) => row.action_type)).toEqual(['delete_post', 'reject_post'])
  }),
)

test.each([
  [
    'reject',
    ' \n\t ',
    { code: '23514', hint: 'reason_required', message: 'Bitte gib einen Grund für die Ablehnung an.' },
  ],
  ['delete', null, { hint: 'reason_required', message: 'Bitte gib einen Grund für diese Moderationsaktion an.' }],
  ['ban', 'x', { hint: 'unknown_action', message: 'Ungültige Moderationsaktion' }],
])('%s with the reason %j is refused', (decision, reason, error) =>
  harness(async (t) => {
    expect((await decide(t, 'moderator', w.pendingPost, decision, reason, 'now')).error).toMatchObject(error)
  })(),
)

test(
  'nobody decides on their own posts; several are decided in one call, each with its own outcome',
  harness(async (t) => {
    await t.owner(
      `update public.community_posts set author_id = '${people.moderator}' where id in ('${w.rumor}', '${w.pendingPost}')`,
    )
    expect(
      outcomesOf(await decide(t, 'moderator', w.pendingPost, 'approve', null, await seen(t, w.pendingPost)))[0]
        ?.outcome,
    ).toBe('own')
    const own = `update public.post_rumors set rumor_status = 'verified' where post_id = '${w.rumor}'`
    expect((await t.attempt('moderator', own)).error?.hint).toBe('own_case')
    const many = await answer(
      t,
      'admin',
      `public.admin_decide_posts(array['${w.pendingPost}', '${w.fresh}']::uuid[], array[(select updated_at from public.community_posts where id = '${w.pendingPost}'), now()], 'approve')`,
    )
    expect(wire.postOutcomes.parse(many).map(({ outcome }) => outcome)).toEqual(['done', 'gone'])
  }),
)
