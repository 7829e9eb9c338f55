import { caseNotes, claimAnswer, decidedCases } from '@hot/domain/contract/admin/reports'
import { caseAnswer, caseQuestion } from '@hot/domain/contract/community'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { byGuest, cases, confirm, decide, reported } from './report-steps.ts'

const harness = useHarness(createWorld)

const claim = async (t: Harness, person: 'moderator' | 'admin', claimed = true) =>
  claimAnswer.parse(
    (await t.as(person, `select public.admin_claim_case('post', '${w.discussion}', ${claimed}) as a`)).rows[0]?.a,
  ).claim
const refused = async (t: Harness, person: Person, sql: string, values: unknown[] = []) =>
  (await t.attempt(person, sql, values)).error?.hint

test(
  'while one of the team decides about a case, nobody else does',
  harness(async (t) => {
    await reported(t, 'member', w.discussion)
    const [item] = (await cases(t)).items
    const warn = `select public.moderate_case('${item?.report_id}', '${w.discussion}', 'post', 'warn', 'Regel 1', 'low')`
    const found = `select public.moderate_content('${w.discussion}', 'post', 'warn', 'Regel 1', 'low')`
    expect(await claim(t, 'admin')).toMatchObject({ is_mine: true })
    expect(await claim(t, 'moderator')).toMatchObject({ is_mine: false })
    expect((await cases(t)).items[0]?.claim).toMatchObject({ is_mine: false })
    for (const sql of [warn, found]) expect(await refused(t, 'moderator', sql)).toBe('case_claimed')
    // Somebody else's claim cannot be given back.
    await claim(t, 'moderator', false)
    expect(await claim(t, 'moderator')).toMatchObject({ is_mine: false })
    expect(await claim(t, 'admin', false)).toBeNull()
    expect(await claim(t, 'moderator')).toMatchObject({ is_mine: true })
    expect(await decide(t, item, 'warn', `, p_severity => 'low'`)).toMatchObject({ closed: 1 })
    expect(await t.value('select count(*)::int from private.case_claims')).toBe(0)
  }),
)

test(
  'a claim ends by itself after ten minutes',
  harness(async (t) => {
    await reported(t, 'member', w.discussion)
    const until = Date.parse((await claim(t, 'admin'))?.until ?? '')
    expect(Math.abs(until - Date.now() - 600_000)).toBeLessThan(60_000)
    await t.owner(`update private.case_claims set claimed_until = now() - interval '1 second'`)
    expect((await cases(t)).items[0]?.claim).toBeNull()
    expect(await claim(t, 'moderator')).toMatchObject({ is_mine: true })
  }),
)

const note = async (t: Harness, text: string) =>
  caseNotes.parse(
    (await t.as('moderator', `select public.admin_note_case('post', '${w.discussion}', $1) as a`, [text])).rows[0]?.a,
  ).notes

test(
  'notes stand in the case, for the team only',
  harness(async (t) => {
    await reported(t, 'member', w.discussion)
    expect(await note(t, ' Schon das dritte Mal.\u202e ')).toMatchObject([
      { kind: 'note', text: 'Schon das dritte Mal.', asked: null },
    ])
    expect((await cases(t)).items[0]?.notes).toHaveLength(1)
    for (const [text, hint] of [
      ['', 'note_missing'],
      [' \u200b ', 'note_missing'],
      ['x'.repeat(2001), 'note_length'],
    ])
      expect(
        await refused(t, 'moderator', `select public.admin_note_case('post', '${w.discussion}', $1)`, [text]),
      ).toBe(hint)
    expect((await t.attempt('member', 'select * from private.case_notes')).error?.code).toBe('42501')
  }),
)

const ask = (t: Harness, report: string | undefined, toAuthor: boolean) =>
  t.attempt('moderator', `select public.admin_ask_in_case('${report}', ${toAuthor}, 'Woher weißt du das?')`)
const lastMail = async (t: Harness) => {
  const { rows } = await t.owner(
    `select recipient, template, data ->> 'question' as question, data ->> 'path' as path from private.mail_outbox order by id desc limit 1`,
  )
  return { ...rows[0], recipient: rows[0]?.recipient, code: String(rows[0]?.path).split('#')[1] ?? '' }
}
const question = async (t: Harness, code: string) =>
  caseQuestion.parse((await t.as('guest', 'select public.case_question($1) as a', [code])).rows[0]?.a)
const answer = async (t: Harness, code: string, text: string) =>
  caseAnswer.parse((await t.as('guest', 'select public.answer_case($1, $2) as a', [code, text])).rows[0]?.a).state

test(
  'a guest who reported something is asked by mail; the one answer stands in the case, and the team hears of it',
  harness(async (t) => {
    await byGuest(t, w.discussion)
    await confirm(t)
    const [item] = (await cases(t)).items
    expect((await ask(t, item?.report_id, false)).error).toBeUndefined()
    const mail = await lastMail(t)
    expect(mail).toMatchObject({
      recipient: 'gisela@example.org',
      template: 'case_question',
      question: 'Woher weißt du das?',
    })
    expect(await question(t, mail.code)).toEqual({ state: 'open', question: 'Woher weißt du das?' })
    expect(await refused(t, 'guest', 'select public.answer_case($1, $2)', [mail.code, ' '])).toBe('note_missing')
    expect(await answer(t, mail.code, 'Ich war dabei.')).toBe('answered')
    expect(await answer(t, mail.code, 'Noch etwas')).toBe('already')
    expect(await question(t, mail.code)).toEqual({ state: 'already', question: null })
    expect((await cases(t)).items[0]?.notes).toMatchObject([
      { kind: 'question', asked: 'reporter', text: 'Woher weißt du das?' },
      { kind: 'answer', asked: 'reporter', text: 'Ich war dabei.', by: null },
    ])
    const alerts = await t.as(
      'admin',
      `select data ->> 'alert' as alert from public.notifications where type = 'team_alert'`,
    )
    expect(alerts.rows).toContainEqual({ alert: 'answer' })
  }),
)

test(
  'whoever wrote it can be asked too; nobody without an address',
  harness(async (t) => {
    await t.owner('update auth.users set email_confirmed_at = now()')
    await reported(t, 'member', w.discussion)
    const [item] = (await cases(t)).items
    expect((await ask(t, item?.report_id, true)).error).toBeUndefined()
    expect((await lastMail(t)).recipient).toBe(
      await t.value('select email from auth.users where id = $1', [people.other]),
    )
    await t.owner('update public.reports set reporter_id = null')
    expect((await ask(t, item?.report_id, false)).error?.hint).toBe('address_gone')
    await decide(t, item, 'dismiss')
    expect((await ask(t, item?.report_id, true)).error?.hint).toBe('report_gone')
  }),
)

test(
  'a link that nobody sent, a cut one and one of last month are unknown',
  harness(async (t) => {
    await t.owner('update auth.users set email_confirmed_at = now()')
    await reported(t, 'member', w.discussion)
    await ask(t, (await cases(t)).items[0]?.report_id, true)
    const { code } = await lastMail(t)
    for (const given of ['', 'x', code.slice(1), 'x'.repeat(100_000)]) {
      expect((await question(t, given)).state).toBe('unknown')
      expect(await answer(t, given, 'Hallo')).toBe('unknown')
    }
    await t.owner(`update private.case_notes set written_at = now() - interval '31 days'`)
    expect((await question(t, code)).state).toBe('unknown')
    await t.owner(`update private.case_notes set written_at = now() - interval '181 days'`)
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.case_notes')).toBe(0)
  }),
)

const decideAll = async (t: Harness, given: unknown, action = 'dismiss') =>
  t.attempt('moderator', `select public.admin_decide_cases($1, $2, 'Kein Verstoß.') as a`, [
    JSON.stringify(given),
    action,
  ])

test(
  'all cases of a filter are decided alike, except those that a colleague has taken',
  harness(async (t) => {
    for (const target of [w.discussion, w.poll, w.rumor, w.comment]) await reported(t, 'member', target)
    const { items, ids } = await cases(t, 'p_limit => 1')
    expect(items).toHaveLength(1)
    expect(ids).toHaveLength(4)
    await claim(t, 'admin')
    expect(decidedCases.parse((await decideAll(t, ids)).rows?.[0]?.a)).toEqual({ decided: 3, skipped: 1 })
    expect((await cases(t)).items.map(({ target_id }) => target_id)).toEqual([w.discussion])
    expect((await cases(t, `p_status => 'closed'`)).ids).toBeNull()
    await claim(t, 'admin', false)
    expect(decidedCases.parse((await decideAll(t, ids, 'delete')).rows?.[0]?.a)).toEqual({ decided: 1, skipped: 3 })
    expect(await t.value(`select count(*)::int from public.community_posts where id = '${w.discussion}'`)).toBe(0)
  }),
)

test(
  'what is no list of cases is refused',
  harness(async (t) => {
    const many = Array.from({ length: 201 }, () => ({}))
    for (const given of [null, {}, 5, many]) expect((await decideAll(t, given)).error?.hint).toBe('row_count')
    expect((await decideAll(t, [], 'ban')).error?.hint).toBe('case_action')
    expect((await decideAll(t, [{ report_id: 'x' }])).error).toBeDefined()
    const lost = (await decideAll(t, [{}, { report_id: w.fresh, target_id: w.fresh, target_type: 'user' }])).rows?.[0]
      ?.a
    expect(decidedCases.parse(lost)).toEqual({ decided: 0, skipped: 2 })
  }),
)
