import { decidedComments, heldCommentsPage } from '@hot/domain/contract/admin/reports'
import { adminBadges } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const id = (n: number) => `60000000-0000-4000-8000-00000000000${n}`
const hold = (
  t: Harness,
  content: string,
  {
    n = 1,
    parent = null,
    post = w.discussion,
    person = 'member',
  }: {
    n?: number
    parent?: string | null
    post?: string
    person?: Person
  } = {},
) => t.attempt(person, 'select public.hold_comment($1, $2, $3, $4)', [id(n), post, parent, content])
const waiting = async (t: Harness, args = '', person: Person = 'moderator') =>
  heldCommentsPage.parse((await t.as(person, `select public.admin_held_comments_page(${args}) as page`)).rows[0]?.page)
const decide = async (t: Harness, ids: readonly string[], reason: string | null, person: Person = 'moderator') => {
  const { rows, error } = await t.attempt(person, 'select public.admin_decide_held_comments($1, $2, $3) as answer', [
    ids,
    reason === null,
    reason,
  ])
  return error ? { hint: error.hint } : decidedComments.parse(rows?.[0]?.answer)
}
const shown = (t: Harness, n = 1) => t.value('select content from public.comments where id = $1', [id(n)])
const told = async (t: Harness, person: keyof typeof people & Person) =>
  (await t.owner(`select type, message from public.notifications where user_id = $1 order by type`, [people[person]]))
    .rows

test(
  'a comment that waits is seen by nobody but the team; approved, it stands there and people are told of it',
  harness(async (t) => {
    await hold(t, ' Schau mal  https://beispiel.example/a ', { parent: w.comment })
    const before = await t.value('select comments_count from public.community_posts where id = $1', [w.discussion])
    for (const person of ['guest', 'other', 'member'] as const)
      expect((await t.as(person, `select * from public.comments where id = '${id(1)}'`)).rows).toEqual([])
    expect((await t.attempt('member', 'select * from private.held_comments')).error?.code).toBe('42501')
    const [item] = (await waiting(t)).items
    expect(item).toMatchObject({
      id: id(1),
      text: 'Schau mal  https://beispiel.example/a',
      answers: 'Na endlich',
      is_own: false,
    })
    expect(
      adminBadges.parse(await t.as('moderator', 'select public.admin_badges() as b').then(({ rows }) => rows[0]?.b))
        .comments,
    ).toBe(1)

    expect(await decide(t, [id(1)], null)).toEqual({ done: 1, skipped: 0 })
    expect(await shown(t)).toBe('Schau mal  https://beispiel.example/a')
    expect(await t.value('select comments_count from public.community_posts where id = $1', [w.discussion])).toBe(
      Number(before) + 1,
    )
    expect((await told(t, 'member')).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('ist freigegeben'),
    )
    await t.settled()
    // Whoever is answered hears of it as of any answer.
    const answered = await t.owner(
      `select distinct user_id from public.notifications where comment_id = $1 and type <> 'post_approved'`,
      [id(1)],
    )
    expect(answered.rows).toEqual([{ user_id: people.other }])
    expect((await waiting(t)).items).toEqual([])
    expect(await decide(t, [id(1)], null)).toEqual({ done: 0, skipped: 1 })
  }),
)

test(
  'a rejection has a reason and can be appealed; the comment is published when the appeal succeeds',
  harness(async (t) => {
    await hold(t, 'Das ist doch bekannt')
    expect(await decide(t, [id(1)], '  ')).toEqual({ hint: 'reason_required' })
    expect(await decide(t, [id(1)], 'Nennt eine Adresse.')).toEqual({ done: 1, skipped: 0 })
    expect((await waiting(t)).items).toEqual([])
    expect(await shown(t)).toBeUndefined()
    const [rejected] = (await told(t, 'member')).filter(({ type }) => type === 'post_rejected')
    expect(rejected?.message).toContain('Grund: Nennt eine Adresse.')
    // It never counts as a warning, and the post above it has nothing to do with it.
    const decision = await t.value(
      `select id from public.moderation_actions where target_comment_id = $1 and action = 'warned' and not counts_as_warning and target_post_id is null`,
      [id(1)],
    )
    await t.as('member', `select public.file_appeal($1, 'Die Adresse steht in jedem Telefonbuch.')`, [decision])
    const appeal = await t.value('select id from public.appeals where moderation_action_id = $1', [decision])
    await t.as('admin', `select public.admin_decide_appeal($1, 'overturned', 'Stimmt, das ist bekannt.')`, [appeal])
    expect(await shown(t)).toBe('Das ist doch bekannt')
    expect(await t.value('select count(*)::int from private.held_comments')).toBe(0)
  }),
)

test.each([
  ['nothing', { content: ' \u200b ' }, 'comment_empty'],
  ['too much', { content: 'x'.repeat(2001) }, 'comment_length'],
  ['below a post that waits', { content: 'Hallo', post: w.pendingPost }, 'post_gone'],
  ['as an answer to nothing', { content: 'Hallo', parent: w.fresh }, 'reply_closed'],
])('%s cannot wait', (_, { content, ...place }, hint) =>
  harness(async (t) => expect((await hold(t, content, place)).error?.hint).toBe(hint))(),
)

test(
  'guests and banned members hand nothing in; five may wait, and the same one only once',
  harness(async (t) => {
    expect((await hold(t, 'Hallo', { person: 'guest' })).error?.code).toBe('42501')
    expect((await hold(t, 'Hallo', { person: 'banned' })).error?.code).toBe('42501')
    for (const n of [1, 1, 2, 3, 4, 5]) expect((await hold(t, `Kommentar ${n}`, { n })).error).toBeUndefined()
    expect((await hold(t, 'Kommentar 6', { n: 6 })).error?.hint).toBe('too_many_held')
    // An id of somebody else's is not theirs.
    await hold(t, 'Fremd', { n: 1, person: 'other' })
    expect(await t.value(`select content from private.held_comments where id = '${id(1)}'`)).toBe('Kommentar 1')
    const first = await waiting(t, 'p_limit => 3')
    const second = await waiting(t, `p_limit => 3, p_after => '${first.next}'`)
    expect([...first.items, ...second.items].map(({ text }) => text).toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Kommentar ${n}`),
    )
    expect(second.next).toBeNull()
  }),
)

test(
  'nobody decides about their own, and what has lost its place stays where it is',
  harness(async (t) => {
    await hold(t, 'Vom Team', { person: 'moderator' })
    await hold(t, 'Eine Antwort', { n: 2, parent: w.comment })
    expect(await decide(t, [id(1)], null)).toEqual({ done: 0, skipped: 1 })
    await t.owner(`update public.comments set deleted_at = now(), content = '' where id = '${w.comment}'`)
    expect(await decide(t, [id(1), id(2)], null, 'admin')).toEqual({ done: 1, skipped: 1 })
    expect([await shown(t, 1), await shown(t, 2)]).toEqual(['Vom Team', undefined])
    await t.owner(`delete from public.community_posts where id = '${w.discussion}'`)
    expect((await waiting(t)).items).toEqual([])
  }),
)

test(
  'what an account removed as spam has waiting goes with it',
  harness(async (t) => {
    await hold(t, 'Kauft Ketten')
    await t.as('admin', `select public.admin_ban_spammer('${people.member}')`)
    expect((await waiting(t)).items).toEqual([])
  }),
)
