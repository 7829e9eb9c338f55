import { reportDueAt } from '@hot/domain/desk-rules'
import {
  moderateCaseAnswer,
  purgeOrphansAnswer,
  type ReportCasesPage,
  reportCasesPage,
} from '@hot/domain/wire/admin-reports'
import { expect, test } from 'vitest'
import { people } from './people.ts'
import { type Stage, useStage } from './stage.ts'
import { createWorld, world as w } from './world.ts'

const stage = useStage(createWorld)

const reported = (t: Stage, person: 'member' | 'banned' | 'moderator', target: string, reason = 'Spam') =>
  t.as(
    person,
    `insert into public.reports (target_type, target_${target === w.comment ? 'comment' : 'post'}_id, reason, details)
    values ('${target === w.comment ? 'comment' : 'post'}', '${target}', '${reason}', 'Schau mal')`,
  )
const byGuest = (t: Stage, target: string) =>
  t.as(
    'guest',
    `insert into public.reports (target_type, target_post_id, reporter_name, reporter_email, good_faith, reason)
    values ('post', '${target}', 'Gisela Gast', 'gisela@example.org', true, 'Spam')`,
  )
const confirm = (t: Stage) => t.owner('update public.reports set confirmed_at = now() where confirmed_at is null')
const cases = async (t: Stage, args = '', person: 'moderator' | 'admin' = 'moderator'): Promise<ReportCasesPage> =>
  reportCasesPage.parse((await t.as(person, `select public.admin_report_cases(${args}) as page`)).rows[0]?.page)
const decide = async (t: Stage, item: ReportCasesPage['items'][number] | undefined, action: string, more = '') =>
  moderateCaseAnswer.parse(
    (
      await t.as(
        'moderator',
        `select public.moderate_case('${item?.report_id}', '${item?.target_id}', '${item?.target_type}', '${action}', 'Regel 1'${more}) as a`,
      )
    ).rows[0]?.a,
  )
const told = async (t: Stage, person: 'member' | 'other' | 'banned' | 'moderator') =>
  (await t.as(person, 'select type, title, message, data from public.notifications order by created_at, type')).rows

test(
  'reports of one target are one case, in its place, with names and without addresses',
  stage(async (t) => {
    await reported(t, 'member', w.comment)
    await reported(t, 'banned', w.comment, 'Privatsphäre')
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
  'urgent first: weight and number of reports count as waiting; oldest first on demand; pages follow on',
  stage(async (t) => {
    await reported(t, 'member', w.discussion)
    await reported(t, 'member', w.poll, 'Illegaler Inhalt')
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
    expect(await order(`p_reason => 'Illegaler Inhalt'`)).toEqual([w.poll])
    expect(await order(`p_author => 'COUCHkartoffel'`)).toHaveLength(3)
    expect(await order(`p_author => 'niemand'`)).toEqual([])
    expect(await order(`p_type => 'comment'`)).toEqual([])
  }),
)

test(
  'a warning: statement of reasons to the author, outcome to each reporter once, mail to the guest, one row in the log',
  stage(async (t) => {
    await reported(t, 'member', w.discussion, 'Beleidigung/Hass')
    await reported(t, 'member', w.discussion)
    await byGuest(t, w.discussion)
    await confirm(t)
    const [item] = (await cases(t)).items
    expect(await decide(t, item, 'warn', `, p_severity => 'high', p_rule => 'ton'`)).toMatchObject({
      closed: 3,
      warnings: 1,
    })
    const [statement] = await told(t, 'other')
    expect(statement).toMatchObject({
      type: 'warning',
      title: 'Verwarnung (Schwerwiegend)',
      data: { rule: 'ton', reported: true, decided_by: 'human' },
    })
    expect(statement?.message).toBe(
      'Du wurdest verwarnt. Es geht um deinen Beitrag: „Wer zieht dieses Jahr ein?“. Grund: Regel 1. Regel: 1. Der Ton. ' +
        'Entschieden hat ein Mensch aus dem Team nach einer Meldung. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen.',
    )
    expect(JSON.stringify(statement)).not.toMatch(/tvnudel|Gisela|lagerwache/)
    expect(await told(t, 'member')).toMatchObject([
      { type: 'report_outcome', data: { outcome: 'acted', post_title: 'Wer zieht dieses Jahr ein?' } },
    ])
    const mails = await t.owner(`select recipient, data from private.mail_outbox where template = 'report_outcome'`)
    expect(mails.rows).toMatchObject([{ recipient: 'gisela@example.org', data: { target: 'Beitrag', reason: 'Spam' } }])
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
      { count: 3, decision: { action: 'warned', severity: 'high', rule: 'ton', decided_by: 'lagerwache' } },
    ])
  }),
)

test(
  'a ban that also removes: two decisions to appeal, one case, one row in the log; the comment leaves its place in the thread',
  stage(async (t) => {
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
  'three warnings in 90 days are said; old ones and rejections do not count',
  stage(async (t) => {
    for (const target of [w.discussion, w.rumor, w.poll]) {
      await reported(t, 'member', target)
      const [item] = (await cases(t)).items
      await decide(t, item, 'warn')
    }
    await reported(t, 'member', w.comment)
    expect((await cases(t)).items[0]?.author?.warnings).toBe(3)
    await t.owner(`update public.moderation_actions set created_at = now() - interval '91 days'`)
    expect((await cases(t)).items[0]?.author?.warnings).toBe(0)
  }),
)

test(
  'orphans are skipped and purged; who reported learns it; what stands stays',
  stage(async (t) => {
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
