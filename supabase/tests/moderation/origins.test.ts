import { automodRule } from '@hot/domain/contract/admin/settings'
import { automodForm, automodValues } from '@hot/domain/moderation/automod-form'
import { foundBy } from '@hot/domain/moderation/sanctions'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { blankRule } from './rule-steps.ts'

const harness = useHarness(createWorld)

/** A rule in force that reports (flag) or holds what has this word. */
async function rule(t: Harness, action: 'flag' | 'hold') {
  const values = JSON.stringify(automodValues(automodForm.parse({ ...blankRule, words: 'betrug', action })))
  const { rows } = await t.as('admin', 'select public.admin_save_automod_rule(null, null, $1) as rule', [values])
  await t.as('admin', `select public.admin_switch_automod_rule($1, 'on')`, [automodRule.parse(rows[0]?.rule).id])
}
const told = async (t: Harness, person: Person = 'member') =>
  (await t.as(person, 'select type, message, data from public.notifications order by created_at desc')).rows
const statuses = async (t: Harness) =>
  (await t.as('member', 'select public.own_moderation_page() as page')).rows[0]?.page as {
    items: { reported: boolean; origin: string }[]
  }
const newest = async (t: Harness, table: string) =>
  String(await t.value(`select id from ${table} where author_id = '${people.member}' order by created_at desc limit 1`))
const reject = (t: Harness, post: string) =>
  t.as(
    'moderator',
    `update public.community_posts set status = 'rejected', rejection_reason = 'Regel 2' where id = $1`,
    [post],
  )
const write = async (t: Harness, type: string, title: string, tags: string[] = []) => {
  await t.as('member', `select public.create_post(gen_random_uuid(), $1, $2, 'Ein Text dazu.', $3::uuid[])`, [
    type,
    title,
    tags,
  ])
  return newest(t, 'public.community_posts')
}

test(
  'what a rule reports is removed with a statement that says so, and its author is no reporter',
  harness(async (t) => {
    await rule(t, 'flag')
    await t.as('member', `insert into public.comments (post_id, content) values ('${w.discussion}', 'Betrug!')`)
    const comment = await newest(t, 'public.comments')
    await t.as('moderator', `select public.moderate_content('${comment}', 'comment', 'delete', 'Regel 1')`)
    const news = await told(t)
    expect(
      news.map(({ type }) => type),
      'nothing about a report of their own',
    ).toEqual(['warning'])
    expect(news[0]).toMatchObject({ data: { origin: 'rule', reported: false } })
    expect(news[0]?.message).toContain(`Entschieden hat ein Mensch aus dem Team. ${foundBy.rule}`)
    expect((await statuses(t)).items).toMatchObject([{ reported: false, origin: 'rule' }])
  }),
)

test(
  "a person's report of the same comes before the rule's",
  harness(async (t) => {
    await rule(t, 'flag')
    await t.as('member', `insert into public.comments (post_id, content) values ('${w.discussion}', 'Betrug!')`)
    const comment = await newest(t, 'public.comments')
    await t.as('other', `select public.report_content('${w.fresh}', 'comment', '${comment}', 'spam')`)
    await t.as('moderator', `select public.moderate_content('${comment}', 'comment', 'delete', 'Regel 1')`)
    expect((await told(t))[0]).toMatchObject({ data: { reported: true } })
    expect((await told(t))[0]?.data).not.toHaveProperty('origin')
    expect((await statuses(t)).items).toMatchObject([{ reported: true, origin: 'person' }])
  }),
)

test.each([
  ['a rule held it', 'rule', 'discussion', 'Alles nur Betrug hier', []],
  ['the list of words held it', 'list', 'discussion', 'Ist sie etwa schwanger?', [w.star]],
  ['nothing but the queue held it', 'person', 'discussion', 'Wer zieht als Nächstes aus?', []],
] as const)('a rejected post: %s', (_, origin, type, title, tags) =>
  harness(async (t) => {
    await rule(t, 'hold')
    await reject(t, await write(t, type, title, [...tags]))
    const [rejected] = (await told(t)).filter((row) => row.type === 'post_rejected')
    expect((await statuses(t)).items).toMatchObject([{ origin }])
    const said = Object.entries(foundBy).filter(([, text]) => String(rejected?.message).includes(text))
    expect(said.map(([name]) => name)).toEqual(origin === 'person' ? [] : [origin])
  })(),
)

test(
  'what the classifier found says so',
  harness(async (t) => {
    const post = await write(t, 'discussion', 'Was ist da bloß los?', [w.star])
    await t.owner(
      `insert into private.classifications (post_id, subjects, due_at) values ($1, '{health}', null)
        on conflict (post_id) do update set subjects = excluded.subjects`,
      [post],
    )
    await reject(t, post)
    expect((await statuses(t)).items).toMatchObject([{ origin: 'classifier' }])
  }),
)
