import { concernsPage } from '@hot/domain/contract/admin/reports'
import { contactAnswer } from '@hot/domain/contract/community'
import { moderationSentences } from '@hot/domain/moderation/refusals'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { Person } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const open = (t: Harness, mails = true, email: string | undefined = 'post@hot.example') =>
  t.service('select public.note_site(true, $1, $2)', [mails, JSON.stringify(email ? { email } : {})])

const sent = { p_name: 'Kim Muster', p_email: 'Kim@Agentur.example', p_text: 'Wann kommt die App?' }
const write = (t: Harness, changed: object = {}, person: Person = 'guest') =>
  t.attempt(
    person,
    `select public.contact_operator(coalesce(x.p_id, gen_random_uuid()), x.p_name, x.p_email, x.p_text) as answer
     from jsonb_to_record($1) as x (p_id uuid, p_name text, p_email text, p_text text)`,
    [JSON.stringify({ ...sent, ...changed })],
  )
const mails = async (t: Harness) =>
  (
    await t.owner(
      `select recipient, template, data from private.mail_outbox where template in ('contact_message', 'contact_receipt', 'concern_outcome') order by id`,
    )
  ).rows as { recipient: string; template: string; data: Record<string, string> }[]
const cases = async (t: Harness, status = 'open') =>
  concernsPage.parse((await t.as('admin', 'select public.admin_concerns($1) as page', [status])).rows[0]?.page).items

test(
  'a message goes to the operator by mail, the sender has a receipt without a word of it, the team a case',
  harness(async (t) => {
    await open(t)
    const answer = contactAnswer.parse((await write(t)).rows[0]?.answer)
    const [message, receipt] = await mails(t)
    expect(message).toEqual({
      recipient: 'post@hot.example',
      template: 'contact_message',
      data: {
        reference: answer.reference,
        name: 'Kim Muster',
        sender: 'kim@agentur.example',
        message: 'Wann kommt die App?',
      },
    })
    expect(receipt).toMatchObject({
      recipient: 'kim@agentur.example',
      template: 'contact_receipt',
      data: { reference: answer.reference },
    })
    expect(JSON.stringify(receipt?.data)).not.toMatch(/Kim|App/)
    expect(await cases(t)).toMatchObject([
      { reference: answer.reference, wish: 'contact', page: null, email: 'kim@agentur.example', due: answer.due },
    ])
  }),
)

test(
  'without anybody who would get it, nothing is taken, and the page knows',
  harness(async (t) => {
    const state = async () => (await t.as('guest', 'select public.site_texts() as texts')).rows[0]?.texts
    await t.owner('delete from private.site_state')
    expect(await state()).toMatchObject({ contact: false })
    for (const [isSent, email] of [
      [false, 'post@hot.example'],
      [true, ''],
    ] as const) {
      await open(t, isSent, email)
      expect((await write(t)).error).toMatchObject({
        hint: 'contact_closed',
        message: moderationSentences.contact_closed,
      })
      expect(await state()).toMatchObject({ contact: false })
    }
    expect(await t.value('select count(*)::int from private.concerns')).toBe(0)
    await open(t)
    expect(await state()).toMatchObject({ contact: true })
  }),
)

test(
  'sent again after a lost answer it is still one; another’s id takes nothing from them; a mailbox gets three a day',
  harness(async (t) => {
    await open(t)
    const p_id = '20000000-0000-4000-8000-000000000099'
    const first = contactAnswer.parse((await write(t, { p_id })).rows[0]?.answer)
    expect((await write(t, { p_id })).rows[0]?.answer).toEqual(first)
    expect(await mails(t)).toHaveLength(2)
    const other = contactAnswer.parse((await write(t, { p_id, p_email: 'wer@anders.example' })).rows[0]?.answer)
    expect(other.reference).not.toBe(first.reference)
    const answers = [await write(t), await write(t), await write(t)]
    expect(answers.at(-1)?.error?.code).toBe('PGRST')
    expect((await cases(t)).filter(({ email }) => email === 'kim@agentur.example').length).toBeLessThanOrEqual(3)
  }),
)

test.each([
  [{ p_text: ' ' }, 'details_missing'],
  [{ p_text: 'x'.repeat(2001) }, 'details_length'],
  [{ p_name: ' ' }, 'name_missing'],
  [{ p_name: 'x'.repeat(101) }, 'name_missing'],
  [{ p_email: 'kim' }, 'email_invalid'],
])('%j is refused with %s', (changed, hint) =>
  harness(async (t) => {
    await open(t)
    expect((await write(t, changed)).error?.hint).toBe(hint)
    expect(await mails(t)).toEqual([])
  })(),
)

test(
  'the answer of the team is what it says, and needs words; "Es geht um mich" takes no messages',
  harness(async (t) => {
    await open(t)
    await write(t)
    const [item] = await cases(t)
    const answer = (reason: string | null) =>
      t.attempt('moderator', `select public.admin_answer_concern($1, 'granted', $2) as answer`, [item?.id, reason])
    expect((await answer(null)).error?.hint).toBe('reason_required')
    expect((await answer('Im Januar.')).rows[0]?.answer).toEqual({ outcome: 'done' })
    expect((await mails(t)).at(-1)).toMatchObject({
      recipient: 'kim@agentur.example',
      template: 'concern_outcome',
      data: { outcome: 'Im Januar.' },
    })
    const wrong = await t.attempt(
      'guest',
      `select public.tell_concern(gen_random_uuid(), '/', 'contact', '', 'Kim', 'kim@a.example', 'Hallo', true)`,
    )
    expect(wrong.error?.hint).toBe('unknown_wish')
  }),
)

test(
  'a message ends a year after its answer, and after two years without one; a concern three years after the last act',
  harness(async (t) => {
    const kept = async (wish: string, confirmed: string, decided: string | null) => {
      await t.owner(
        `insert into private.concerns (id, wish, page, name, email, content, token_hash, due_on, asked_at, confirmed_at, outcome, decided_at)
         values (gen_random_uuid(), $1, '/', 'Kim', 'kim@a.example', 'Hallo', gen_random_uuid()::text, current_date,
           now() - $2::interval, now() - $2::interval, case when $3::text is not null then 'granted' end, now() - $3::interval)`,
        [wish, confirmed, decided],
      )
      await t.owner('select private.retain_concerns()')
      const count = await t.value('select count(*)::int from private.concerns')
      await t.owner('delete from private.concerns')
      return count === 1
    }
    expect(await kept('contact', '23 months', null)).toBe(true)
    expect(await kept('contact', '25 months', null)).toBe(false)
    expect(await kept('contact', '13 months', '11 months')).toBe(true)
    expect(await kept('contact', '13 months', '12 months 1 day')).toBe(false)
    expect(await kept('contact', '25 months', '2 months')).toBe(false)
    expect(await kept('remove', '35 months', null)).toBe(true)
    expect(await kept('remove', '37 months', null)).toBe(false)
    expect(await kept('remove', '50 months', '35 months')).toBe(true)
    expect(await kept('remove', '50 months', '37 months')).toBe(false)
  }),
)
