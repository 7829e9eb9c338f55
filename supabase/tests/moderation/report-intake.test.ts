import { confirmAnswer, reportAnswer } from '@hot/domain/contract/community'
import { reportReasons } from '@hot/domain/moderation/report-rules'
import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { type Stage, useStage } from '../support/stage.ts'
import { createWorld, world as w } from '../support/world.ts'

const stage = useStage(createWorld)
const guestReport = (t: Stage, { id = w.fresh, email = 'Gerda@Example.org', more = '' } = {}) =>
  t.attempt(
    'guest',
    `select public.report_content(p_id => '${id}', p_target_type => 'post', p_target => '${w.discussion}', p_reason => 'spam',
      p_good_faith => true, p_name => ' Gerda  Gast ', p_email => '${email}' ${more}) as answer`,
  )
const seenByStaff = async (t: Stage) => (await t.as('moderator', 'select id from public.reports')).rows.length
const mails = async (t: Stage) =>
  (await t.owner('select recipient, template, data, sent_at from private.mail_outbox order by id')).rows as {
    recipient: string
    template: string
    data: { path: string; target: string; reason: string }
  }[]

test(
  'a guest’s report counts once the link in the mail was followed, and the link tells a second visit from a wrong one',
  stage(async (t) => {
    expect(reportAnswer.parse((await guestReport(t)).rows[0]?.answer)).toEqual({ state: 'confirm' })
    expect(await seenByStaff(t)).toBe(0)
    const [mail] = await mails(t)
    expect(mail).toMatchObject({
      recipient: 'gerda@example.org',
      template: 'report_confirmation',
      data: { target: 'Beitrag', reason: 'Spam' },
    })
    const [path, code] = mail?.data.path.split('#') ?? []
    expect(path).toBe('/melden/bestaetigen')
    expect(await t.value('select token_hash from private.report_confirmations')).not.toContain(code)
    const confirm = async (given = '') =>
      confirmAnswer.parse((await t.as('guest', 'select public.confirm_report($1) as answer', [given])).rows[0]?.answer)
        .state
    expect(await confirm('falsch')).toBe('unknown')
    expect(await seenByStaff(t)).toBe(0)
    expect(await confirm(code)).toBe('confirmed')
    expect(await seenByStaff(t)).toBe(1)
    expect(await confirm(code)).toBe('already')
    expect(await t.value('select reporter_name from public.reports')).toBe('Gerda Gast')
  }),
)

test(
  'the database knows the reasons that the dialog offers, and no other',
  stage(async (t) => {
    const check = String(
      await t.value(
        `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'public.reports'::regclass and conname = 'reports_reason_check'`,
      ),
    )
    expect([...check.matchAll(/'([^']+)'/g)].map(([, reason]) => reason)).toEqual([...reportReasons])
  }),
)

test(
  'sent again after a lost answer it is one report and one mail',
  stage(async (t) => {
    await guestReport(t)
    expect((await guestReport(t)).error).toBeUndefined()
    expect(await t.value('select count(*)::int from public.reports')).toBe(1)
    expect(await mails(t)).toHaveLength(1)
  }),
)

test(
  'one e-mail address gets three mails a day, whoever asks; another one still gets its own',
  stage(async (t) => {
    const id = (n: number) => `${w.fresh.slice(0, -1)}${n}`
    for (const n of [1, 2, 3]) expect((await guestReport(t, { id: id(n) })).error).toBeUndefined()
    expect((await guestReport(t, { id: id(4), email: 'gerda@example.org' })).error).toMatchObject({ code: 'PGRST' })
    expect((await guestReport(t, { id: id(5), email: 'anna@example.org' })).error).toBeUndefined()
    expect(await mails(t)).toHaveLength(4)
  }),
)

test.each([
  ['good_faith_missing', `p_good_faith => false, p_name => 'Gerda', p_email => 'a@b.de', p_reason => 'spam'`],
  ['name_missing', `p_good_faith => true, p_name => '  ', p_email => 'a@b.de', p_reason => 'spam'`],
  ['email_invalid', `p_good_faith => true, p_name => 'Gerda', p_email => 'keine', p_reason => 'spam'`],
  ['details_missing', `p_good_faith => true, p_name => 'Gerda', p_email => 'a@b.de', p_reason => 'other'`],
])('a guest’s report is refused with %s', (hint, args) =>
  stage(async (t) => {
    const { error } = await t.attempt(
      'guest',
      `select public.report_content(p_id => '${w.fresh}', p_target_type => 'post', p_target => '${w.discussion}', ${args})`,
    )
    expect(error).toMatchObject({ code: '23514', hint })
    expect(await mails(t)).toHaveLength(0)
  })(),
)

test(
  'members and banned members report at once, not twice, not themselves, and not what is gone',
  stage(async (t) => {
    const report = (person: 'member' | 'banned' | 'other', target: string, n = 0) =>
      t.attempt(
        person,
        `select public.report_content('${w.fresh.slice(0, -1)}${n}', 'post', '${target}', 'spoiler') as answer`,
      )
    expect((await report('member', w.discussion)).rows[0]?.answer).toEqual({ state: 'open' })
    expect((await report('member', w.discussion, 1)).rows[0]?.answer).toEqual({ state: 'known' })
    expect((await report('banned', w.discussion, 2)).rows[0]?.answer).toEqual({ state: 'open' })
    const author = await t.value(`select author_id::text from public.community_posts where id = '${w.discussion}'`)
    expect(author).toBe(people.other)
    expect((await report('other', w.discussion, 3)).error).toMatchObject({ hint: 'own_content' })
    expect((await report('member', w.fresh, 4)).error).toMatchObject({ hint: 'target_gone' })
    expect(await seenByStaff(t)).toBe(2)
    expect(await mails(t)).toHaveLength(0)
  }),
)

test(
  'mails are handed out once, come up again when they failed, lose their words when sent, and go after a week',
  stage(async (t) => {
    await guestReport(t)
    const claim = async () =>
      (await t.service('select public.claim_mails() as mails')).rows[0]?.mails as { id: number }[]
    const [first] = await claim()
    expect(await claim()).toEqual([])
    await t.service('select public.settle_mail($1, $2)', [first?.id, 'ECONNREFUSED'])
    expect(await t.value('select last_error from private.mail_outbox')).toBe('ECONNREFUSED')
    await t.owner(`update private.mail_outbox set next_try_at = now()`)
    expect(await claim()).toMatchObject([{ id: first?.id, recipient: 'gerda@example.org' }])
    await t.service('select public.settle_mail($1)', [first?.id])
    expect(await mails(t)).toMatchObject([{ data: {}, sent_at: expect.anything() }])
    await t.owner(`update private.mail_outbox set created_at = now() - interval '8 days'`)
    await t.owner(`update public.reports set created_at = now() - interval '8 days'`)
    await t.owner('select private.clear_mails()')
    expect(await mails(t)).toHaveLength(0)
    expect(await t.value('select count(*)::int from public.reports')).toBe(0)
  }),
)

test(
  'a mail without what its template needs is refused where it is written',
  stage(async (t) => {
    const send = (template: string, data: object) =>
      t
        .undone(() => t.owner('select private.send_mail($1, $2, $3)', ['a@b.de', template, JSON.stringify(data)]))
        .then(
          () => 'sent',
          (error: { hint?: string }) => error.hint,
        )
    expect(await send('report_outcome', { target: 'Beitrag', reason: 'Spam', outcome: 'Der Beitrag ist weg.' })).toBe(
      'sent',
    )
    expect(await send('report_outcome', { target: 'Beitrag', reason: 'Spam' })).toBe('mail_values')
    expect(await send('report_outcome', { target: 'Beitrag', reason: 'Spam', outcome: ' ' })).toBe('mail_values')
    expect(await send('gibt_es_nicht', {})).toBe('mail_values')
  }),
)
