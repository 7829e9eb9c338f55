import { purgeOrphansAnswer } from '@hot/domain/contract/admin/reports'
import { redress } from '@hot/domain/moderation/grounds'
import { expect, test } from 'vitest'
import { reportDueAt } from '../../../tests/support/oracles/report-urgency.ts'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { byGuest, cases, confirm, decide, reported, told } from './report-steps.ts'

const harness = useHarness(createWorld)

test(
  'reports on one target are one case with its place, with names and without addresses',
  harness(async (t) => {
    await reported(t, 'member', w.comment)
    await reported(t, 'banned', w.comment, 'privacy')
    await t.owner(
      `update public.reports set created_at = now() - interval '1 minute' where reporter_id = '${people.member}'`,
    )
    await byGuest(t, w.rumor)
    expect((await cases(t)).items.map(({ target_id }) => target_id)).toEqual([w.comment])
    await confirm(t)
    const { items } = await cases(t)
    expect(items).toMatchObject([
      {
        target_type: 'comment',
        target_id: w.comment,
        count: 2,
        content: { title: 'Wer zieht dieses Jahr ein?', text: 'Na endlich', above: '' },
        author: { member: { nickname: 'couchkartoffel' }, warnings: 0, is_banned: false },
        reports: [{ reporter: { nickname: 'tvnudel' }, details: 'Schau mal' }, { reporter: { nickname: 'rauswurf' } }],
      },
      { target_id: w.rumor, count: 1, reports: [{ reporter: null, guest_name: 'Gisela Gast' }] },
    ])
    expect(JSON.stringify(items)).not.toContain('gisela@example.org')
  }),
)

test(
  'urgent first: reason and number of reports count as waiting time; oldest first on demand; pages have no gap',
  harness(async (t) => {
    await reported(t, 'member', w.discussion)
    await reported(t, 'member', w.poll, 'illegal_content')
    await reported(t, 'member', w.rumor)
    await reported(t, 'banned', w.rumor)
    await t.owner(
      `update public.reports set created_at = now() - interval '1 hour' where target_post_id = '${w.discussion}'`,
    )
    const order = async (args = '') => (await cases(t, args)).items.map(({ target_id }) => target_id)
    expect(await order()).toEqual([w.poll, w.rumor, w.discussion])
    for (const { first_at, due_at, reports } of (await cases(t)).items) {
      const reasons = reports.map(({ reason }) => reason)
      expect(Date.parse(due_at ?? '')).toBe(reportDueAt(Date.parse(first_at), reasons))
    }
    expect((await order(`p_order => 'oldest'`))[0]).toBe(w.discussion)
    const first = await cases(t, 'p_limit => 2')
    expect(first.items).toHaveLength(2)
    const second = await cases(t, `p_limit => 2, p_after => '${first.next}'`)
    expect(second.items.map(({ target_id }) => target_id)).toEqual([w.discussion])
    expect(second.next).toBeNull()
    expect(await order(`p_reason => 'illegal_content'`)).toEqual([w.poll])
    expect(await order(`p_author => 'COUCHkartoffel'`)).toHaveLength(3)
    expect(await order(`p_author => 'niemand'`)).toEqual([])
    expect(await order(`p_type => 'comment'`)).toEqual([])
  }),
)

test(
  'a warning: statement of reasons to the author, outcome to each reporter once, mail to the guest, one log row',
  harness(async (t) => {
    await reported(t, 'member', w.discussion, 'insult')
    // Two reports of one person: the database takes no second one while the first is open.
    await reported(t, 'member', w.discussion, 'spam')
    await byGuest(t, w.discussion)
    await confirm(t)
    const [item] = (await cases(t)).items
    expect(await decide(t, item, 'warn', `, p_severity => 'high', p_rule => 'tone'`)).toMatchObject({
      closed: 2,
      warnings: 1,
    })
    const [statement] = await told(t, 'other')
    expect(statement).toMatchObject({
      type: 'warning',
      title: 'Verwarnung (Schwerwiegend)',
      data: { rule: 'tone', reported: true, decided_by: 'human' },
    })
    expect(statement?.message).toBe(
      'Du wurdest verwarnt. Es geht um deinen Beitrag: „Wer zieht dieses Jahr ein?“. Grund: Regel 1. Regel: 1. Der Ton. ' +
        'Entschieden hat ein Mensch aus dem Team nach einer Meldung. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. ' +
        redress,
    )
    expect(JSON.stringify(statement)).not.toMatch(/tvnudel|Gisela|lagerwache/)
    expect(await told(t, 'member')).toMatchObject([
      { type: 'report_outcome', data: { outcome: 'acted', rule: 'tone', post_title: 'Wer zieht dieses Jahr ein?' } },
    ])
    const mails = await t.owner(`select recipient, data from private.mail_outbox where template = 'report_outcome'`)
    expect(mails.rows).toMatchObject([
      {
        recipient: 'gisela@example.org',
        data: {
          target: 'Beitrag',
          reason: 'Spam',
          outcome: expect.stringContaining(' Maßnahmen ergriffen. Regel: 1. Der Ton. '),
          about: expect.stringMatching(/^\/trashtalk\/diskussionen\/[\d/]+\/wer-zieht-dieses-jahr-ein$/),
        },
      },
    ])
    const log = await t.owner('select action_type, target_type, target_id, details from public.admin_actions')
    expect(log.rows).toMatchObject([
      {
        action_type: 'warn_member',
        target_type: 'post',
        target_id: w.discussion,
        details: { reason: 'Regel 1', name: 'couchkartoffel' },
      },
    ])
    expect((await cases(t)).items).toEqual([])
    const closed = (await cases(t, `'closed'`)).items
    expect(closed).toMatchObject([
      { count: 2, decision: { action: 'warned', severity: 'high', rule: 'tone', decided_by: 'lagerwache' } },
    ])
  }),
)

test(
  'a ban that also removes: two decisions to appeal, one case, one log row; the comment keeps its place in the thread',
  harness(async (t) => {
    await reported(t, 'member', w.comment)
    const [item] = (await cases(t)).items
    await decide(t, item, 'ban', ', p_days => 3, p_remove => true')
    expect((await told(t, 'other')).map(({ data }) => (data as { action: string }).action).sort()).toEqual([
      'banned',
      'deleted',
    ])
    expect(await told(t, 'member')).toMatchObject([{ data: { outcome: 'deleted' } }])
    expect(
      await t.value(`select deleted_at is not null and content = '' from public.comments where id = '${w.comment}'`),
    ).toBe(true)
    expect(await t.value('select content from private.removed_comments')).toBe('Na endlich')
    expect(await t.value(`select comments_count from public.community_posts where id = '${w.discussion}'`)).toBe(0)
    expect(await t.value('select count(*)::int from public.admin_actions')).toBe(1)
    const closed = (await cases(t, `'closed'`)).items
    expect(closed).toMatchObject([{ content: null, decision: { action: 'banned', days: 3, excerpt: 'Na endlich' } }])
    expect(
      await t.value(`select banned_until::date - current_date from public.profiles where id = '${people.other}'`),
    ).toBe(3)
  }),
)

test(
  'reports on deleted targets are hidden and can be purged, which tells their reporters; others stay',
  harness(async (t) => {
    await reported(t, 'member', w.rumor)
    await reported(t, 'member', w.comment)
    await reported(t, 'member', w.poll)
    await t.as('other', `delete from public.community_posts where id = '${w.rumor}'`)
    await t.as('other', `delete from public.comments where id = '${w.comment}'`)
    expect((await cases(t)).items.map(({ target_id }) => target_id)).toEqual([w.poll])
    const purge = async () =>
      purgeOrphansAnswer.parse((await t.as('moderator', 'select public.admin_purge_orphan_reports() as a')).rows[0]?.a)
    expect(await purge()).toEqual({ purged: 2 })
    expect(await purge()).toEqual({ purged: 0 })
    expect((await told(t, 'member')).map(({ data }) => (data as { outcome: string }).outcome)).toEqual(['gone', 'gone'])
    expect(await t.value('select count(*)::int from public.reports')).toBe(1)
    expect(
      await t.value(`select count(*)::int from public.admin_actions where action_type = 'purge_orphan_reports'`),
    ).toBe(1)
  }),
)

test(
  'of two moderators at once the second is told who decided what and changes nothing',
  harness(async (t) => {
    await reported(t, 'member', w.discussion)
    const [item] = (await cases(t)).items
    await decide(t, item, 'warn')
    const call = `select public.moderate_case('${item?.report_id}', '${w.discussion}', 'post', 'ban', 'Regel 1', p_days => 30)`
    expect((await t.attempt('admin', call)).error).toMatchObject({
      hint: 'report_closed',
      message: 'lagerwache hat diesen Fall schon entschieden: verwarnt.',
    })
    expect(await t.value(`select is_banned from public.profiles where id = '${people.other}'`)).toBe(false)
    expect(await t.value('select count(*)::int from public.admin_actions')).toBe(1)
  }),
)
