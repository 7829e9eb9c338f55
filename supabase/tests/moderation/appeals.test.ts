import { appealAnswer, ownDecisionAnswer, ownModerationPage } from '@hot/domain/contract/account/decision'
import { adminAppealsPage, decideAppealAnswer } from '@hot/domain/contract/admin/decisions'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

type Staff = 'moderator' | 'admin'
const harness = useHarness(createWorld)
const answer = async (t: Harness, person: Parameters<Harness['as']>[0], call: string, params: unknown[] = []) =>
  (await t.as(person, `select public.${call} as answer`, params)).rows[0]?.answer

/** The moderator's decision on a report about `other`. */
async function moderate(t: Harness, args: string, target: 'post' | 'comment' = 'post'): Promise<void> {
  const content = target === 'post' ? w.discussion : w.comment
  await t.as('member', `select public.report_content(gen_random_uuid(), '${target}', '${content}', 'spam')`)
  const report = await t.value(`select id::text from public.reports where status = 'pending'`)
  await t.as(
    'moderator',
    `select public.moderate_case(p_report_id => '${report}', p_content_id => '${content}', p_type => '${target}', p_reason => 'Regel 1', ${args})`,
  )
}

const page = async (t: Harness) => ownModerationPage.parse(await answer(t, 'other', 'own_moderation_page()'))
const newest = async (t: Harness) => (await page(t)).items[0]
async function appealNewest(t: Harness): Promise<string> {
  const decision = await newest(t)
  appealAnswer.parse(await answer(t, 'other', 'file_appeal($1, $2)', [decision?.id, 'Das war anders']))
  return String((await newest(t))?.appeal?.id)
}
const decide = (t: Harness, id: string, outcome: string, person: Staff = 'admin', reason = 'Zu streng') =>
  t.attempt(person, 'select public.admin_decide_appeal($1, $2, $3) as answer', [id, outcome, reason])
const mayWrite = async (t: Harness) =>
  !(
    await t.attempt(
      'other',
      `insert into public.community_posts (title, type, content) values ('Darf ich wieder?', 'discussion', 'Text')`,
    )
  ).error

test(
  'a second reviewer lifts a ban: the member may write at once and is told, with one log row',
  harness(async (t) => {
    await moderate(t, `p_action => 'ban', p_days => 10`)
    expect(await mayWrite(t)).toBe(false)
    expect(await page(t)).toMatchObject({
      ban: { reason: 'Regel 1' },
      items: [{ kind: 'banned', ban_days: 10, reason: 'Regel 1', reported: true, appeal: null }],
    })
    const id = await appealNewest(t)
    expect((await decide(t, id, 'overturned', 'moderator')).error).toMatchObject({
      code: '42501',
      hint: 'own_decision',
    })
    const before = await t.value('select count(*)::int from public.admin_actions')
    expect(decideAppealAnswer.parse((await decide(t, id, 'overturned')).rows[0]?.answer).outcome).toBe('done')
    expect(await t.value('select count(*)::int from public.admin_actions')).toBe(Number(before) + 1)
    expect(await mayWrite(t)).toBe(true)
    expect(await page(t)).toMatchObject({
      ban: null,
      items: [{ appeal: { status: 'overturned', decision_reason: 'Zu streng' } }],
    })
    const told = await t.as('other', `select title, data from public.notifications order by created_at desc, id`)
    expect(told.rows.map((row) => row.title)).toContain('Dein Einspruch hatte Erfolg')
    expect(JSON.stringify(told.rows)).not.toContain(people.admin)
  }),
)

test(
  'the second of two reviewers is told who was first and changes nothing',
  harness(async (t) => {
    await moderate(t, `p_action => 'ban', p_days => 10`)
    const id = await appealNewest(t)
    await decide(t, id, 'upheld', 'admin')
    expect(await t.value('select decided_at = now() from public.appeals')).toBe(true)
    const second = decideAppealAnswer.parse((await decide(t, id, 'overturned', 'moderator')).rows[0]?.answer)
    expect(second).toEqual({ outcome: 'already', status: 'upheld', by: 'chefin' })
    expect((await page(t)).ban).not.toBeNull()
  }),
)

test(
  'of two bans only the appealed one is lifted',
  harness(async (t) => {
    await moderate(t, `p_action => 'ban', p_days => 10`)
    const id = await appealNewest(t)
    await t.owner(`update public.moderation_actions set created_at = created_at - interval '1 minute'`)
    await moderate(t, `p_action => 'ban', p_days => 3`)
    await decide(t, id, 'overturned')
    expect(await mayWrite(t)).toBe(false)
    expect(
      await t.value(
        `select banned_until = now() + interval '3 days' from public.profiles where id = '${people.other}'`,
      ),
    ).toBe(true)
  }),
)

test(
  'a lifted warning stays in the list but no longer counts; an upheld one does',
  harness(async (t) => {
    const counted = () => t.value('select count(*)::int from public.moderation_actions where counts_as_warning')
    await moderate(t, `p_action => 'warn', p_severity => 'high'`)
    const id = await appealNewest(t)
    expect(await counted()).toBe(1)
    await decide(t, id, 'overturned')
    expect(await counted()).toBe(0)
    expect(await newest(t)).toMatchObject({ kind: 'warned', severity: 'high', appeal: { status: 'overturned' } })
    expect((await answer(t, 'other', 'own_moderation_status()')) as object).toMatchObject({ decisions: [] })
  }),
)

test(
  'a rejected post goes online, a removed comment and a deleted post are restored',
  harness(async (t) => {
    const status = (id: string) => t.value(`select status from public.community_posts where id = '${id}'`)
    await t.as(
      'moderator',
      `update public.community_posts set status = 'rejected', rejection_reason = 'Klarname' where id = '${w.pendingPost}'`,
    )
    expect(await newest(t)).toMatchObject({ kind: 'rejected', reason: 'Klarname', excerpt: 'Wartet noch auf Freigabe' })
    await decide(t, await appealNewest(t), 'overturned')
    expect(await status(w.pendingPost)).toBe('approved')

    await t.owner(`update public.moderation_actions set created_at = created_at - interval '1 minute'`)
    await moderate(t, `p_action => 'delete'`, 'comment')
    expect(await newest(t)).toMatchObject({ kind: 'deleted', target_type: 'comment' })
    const removed = await appealNewest(t)
    const page = adminAppealsPage.parse(await answer(t, 'admin', 'admin_appeals_page()'))
    expect(page.items).toMatchObject([{ id: removed, content: 'Na endlich', decision_by: 'lagerwache', blocked: null }])
    await decide(t, removed, 'overturned')
    expect(await t.value(`select content from public.comments where id = '${w.comment}'`)).toBe('Na endlich')

    await t.owner(`update public.moderation_actions set created_at = created_at - interval '1 minute'`)
    await moderate(t, `p_action => 'delete'`)
    expect(await status(w.discussion)).toBeUndefined()
    await decide(t, await appealNewest(t), 'overturned')
    expect(await status(w.discussion)).toBe('approved')
  }),
)

test(
  'one appeal per decision, by the person concerned, with a text that others cannot read',
  harness(async (t) => {
    await moderate(t, `p_action => 'warn'`)
    const id = (await newest(t))?.id
    expect((await t.attempt('other', 'select public.file_appeal($1, $2)', [id, ' \n '])).error?.hint).toBe(
      'message_missing',
    )
    expect((await t.attempt('member', 'select public.file_appeal($1, $2)', [id, 'Fremd'])).error?.code).toBe('42501')
    expect(await answer(t, 'other', 'file_appeal($1, $2)', [id, 'Mein Wort'])).toEqual({ state: 'filed' })
    expect(await answer(t, 'other', 'file_appeal($1, $2)', [id, 'Noch eins'])).toEqual({ state: 'known' })
    expect(ownDecisionAnswer.parse(await answer(t, 'other', 'own_decision($1)', [id]))?.appeal?.message).toBe(
      'Mein Wort',
    )
    expect(ownDecisionAnswer.parse(await answer(t, 'member', 'own_decision($1)', [id]))).toBeNull()
    expect(ownDecisionAnswer.parse(await answer(t, 'other', `own_decision('unsinn')`))).toBeNull()
  }),
)

test.each<[string, string, string, string]>([
  ['a reason of blanks', 'upheld', ' \n ', 'reason_required'],
  ['an outcome there is not', 'vielleicht', 'Grund', 'unknown_action'],
])('%s is refused', (_, outcome, reason, hint) =>
  harness(async (t) => {
    await moderate(t, `p_action => 'warn'`)
    const id = await appealNewest(t)
    expect((await decide(t, id, outcome, 'admin', reason)).error).toMatchObject({ code: '23514', hint })
    expect(adminAppealsPage.parse(await answer(t, 'moderator', 'admin_appeals_page()')).items).toMatchObject([
      { id, blocked: 'own_decision', warnings: 1 },
    ])
    expect(adminAppealsPage.parse(await answer(t, 'admin', `admin_appeals_page('decided')`)).items).toEqual([])
  })(),
)
