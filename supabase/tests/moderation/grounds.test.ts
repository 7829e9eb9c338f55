import { ownModerationPage } from '@hot/domain/contract/account/decision'
import { grounds, groundText, redress } from '@hot/domain/moderation/grounds'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const decisions = async (t: Harness) => {
  const { rows } = await t.as('other', 'select public.own_moderation_page() as page')
  return ownModerationPage.parse(rows[0]?.page).items
}
const messages = async (t: Harness) =>
  (await t.as('other', 'select message from public.notifications')).rows.map(({ message }) => String(message))
const state = (t: Harness, post: string) =>
  t.value('select updated_at from public.community_posts where id = $1', [post])

/** Everything by which the team decides about what a member has written, each with a law as its ground. */
const ways: [name: string, decide: (t: Harness) => Promise<unknown>, expected: object][] = [
  ['a rejection', (t) => decidePosts(t, w.pendingPost, 'reject'), { kind: 'rejected', scope: null }],
  ['a removal', (t) => decidePosts(t, w.discussion, 'delete'), { kind: 'deleted' }],
  [
    'hiding',
    (t) => t.as('moderator', `select public.admin_hide_post('${w.discussion}', 'Grund', 'law_hate')`),
    { kind: 'rejected', scope: 'hidden' },
  ],
  ['the removal of a comment', (t) => decideContent(t, 'comment', w.comment, 'delete'), { kind: 'deleted' }],
  [
    'the removal of many comments',
    (t) => t.as('moderator', `select public.admin_remove_comments(array['${w.comment}']::uuid[], 'Grund', 'law_hate')`),
    { kind: 'deleted' },
  ],
  ['a warning', (t) => decideContent(t, 'comment', w.comment, 'warn'), { kind: 'warned' }],
  ['a ban for a comment', (t) => decideContent(t, 'comment', w.comment, 'ban'), { kind: 'banned' }],
  [
    'a ban of the account',
    (t) => t.as('moderator', `select public.admin_ban_member('${people.other}', 7, 'Grund', 'law_hate')`),
    { kind: 'banned' },
  ],
  [
    'a profile reset',
    (t) =>
      t.as(
        'moderator',
        `select public.moderate_content('${people.other}', 'profile', 'delete', 'Grund', p_rule => 'law_hate', p_parts => '{bio}')`,
      ),
    { kind: 'deleted' },
  ],
]

const decidePosts = async (t: Harness, post: string, decision: string) =>
  t.as('moderator', 'select public.admin_decide_posts(array[$1::uuid], array[$2::timestamptz], $3, $4, false, $5)', [
    post,
    await state(t, post),
    decision,
    'Grund',
    'law_hate',
  ])
const decideContent = (t: Harness, type: string, id: string, action: string) =>
  t.as(
    'moderator',
    `select public.moderate_content('${id}', '${type}', '${action}', 'Grund', p_days => 7, p_rule => 'law_hate')`,
  )

test.each(ways)('%s tells the member which law it rests on, and where to turn', (_, decide, expected) =>
  harness(async (t) => {
    await decide(t)
    const [latest] = await decisions(t)
    expect(latest).toMatchObject({ rule: 'law_hate', ...expected })
    const told = (await messages(t)).filter((message) => message.includes(redress))
    expect(told, 'one statement of reasons').toHaveLength(1)
    expect(told[0]).toContain(`${groundText('law_hate')}. Entschieden hat ein Mensch`)
  })(),
)

test(
  'a rejected change says that only the change is meant',
  harness(async (t) => {
    await t.owner(
      `insert into private.post_revisions (post_id, title, content, tags) values ('${w.discussion}', 'Neu', 'Neu', '{}')
        on conflict (post_id) do nothing`,
    )
    await t.as('moderator', `select private.decide_revision('${w.discussion}', 'reject', 'Grund')`)
    expect((await decisions(t))[0]).toMatchObject({ kind: 'rejected', scope: 'change', rule: null })
  }),
)

test(
  'what is no ground is refused, and one decision leaves none to the next',
  harness(async (t) => {
    const unknown = t.as('moderator', `select public.admin_hide_post('${w.discussion}', 'Grund', 'astrology')`)
    await expect(unknown).rejects.toMatchObject({ hint: 'case_fields' })
    await t.as('moderator', `select public.admin_hide_post('${w.discussion}', 'Grund', 'law_hate')`)
    await t.as('moderator', `select public.admin_ban_member('${people.other}', 7, 'Grund')`)
    expect((await decisions(t)).map(({ rule }) => rule).sort()).toEqual(['law_hate', null])
  }),
)

test(
  'the table takes every ground and nothing else',
  harness(async (t) => {
    const stored = (rule: string) =>
      t.owner(
        `insert into public.moderation_actions (target_type, target_user_id, action, reason, rule) values ('profile', '${people.other}', 'banned', 'Grund', $1)`,
        [rule],
      )
    for (const ground of grounds) await stored(ground)
    await expect(stored('tone ')).rejects.toMatchObject({ code: '23514' })
  }),
)
