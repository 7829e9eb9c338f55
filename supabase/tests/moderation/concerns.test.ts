import { concernOutcomes, concernSubjects } from '@hot/domain/concern/form'
import { concernOutcome, concernsPage } from '@hot/domain/contract/admin/reports'
import { adminBadges } from '@hot/domain/contract/admin/staff'
import { concernAnswer, confirmConcernAnswer } from '@hot/domain/contract/community'
import { addDays } from '@hot/domain/time/berlin-time'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

const sent = {
  p_page: '/stars/mandy-pfefferkorn',
  p_wish: 'remove',
  p_person: '',
  p_name: 'Mandy Pfefferkorn',
  p_email: 'Presse@agentur-fuer-stars.example',
  p_text: 'Das ist nie passiert.',
  p_good_faith: true,
}

const tell = (t: Harness, changed: object = {}, person: Person = 'guest') =>
  t.attempt(
    person,
    `select public.tell_concern(coalesce(x.p_id, gen_random_uuid()), x.p_page, x.p_wish, x.p_person, x.p_name, x.p_email, x.p_text, x.p_good_faith) as answer
     from jsonb_to_record($1) as x (p_id uuid, p_page text, p_wish text, p_person text, p_name text, p_email text, p_text text, p_good_faith boolean)`,
    [JSON.stringify({ ...sent, ...changed })],
  )

const mails = async (t: Harness) =>
  (
    await t.owner(
      `select recipient, template, data from private.mail_outbox where template like 'concern%' order by id`,
    )
  ).rows as { recipient: string; template: string; data: Record<string, string> }[]

const code = async (t: Harness) => (await mails(t)).at(-1)?.data.path?.split('#')[1] ?? ''
const confirm = async (t: Harness, given: string) =>
  confirmConcernAnswer.parse(
    (await t.as('guest', 'select public.confirm_concern($1) as answer', [given])).rows[0]?.answer,
  )
const listed = async (t: Harness, status = 'open', person: Person = 'moderator') =>
  concernsPage.parse((await t.as(person, 'select public.admin_concerns($1) as page', [status])).rows[0]?.page).items
const answer = (t: Harness, id: string | undefined, outcome: string, reason: string | null = null) =>
  t.attempt('moderator', 'select public.admin_answer_concern($1, $2, $3) as answer', [id, outcome, reason])
async function confirmed(t: Harness, changed: object = {}) {
  await tell(t, changed)
  return confirm(t, await code(t))
}

test(
  'a guest with any address is heard once the mailed link was pressed, and has a receipt with number and date',
  harness(async (t) => {
    const { rows } = await tell(t)
    expect(concernAnswer.parse(rows[0]?.answer)).toEqual({ state: 'confirm' })
    const [mail] = await mails(t)
    expect(mail).toMatchObject({ recipient: 'presse@agentur-fuer-stars.example', template: 'concern_confirmation' })
    // Nothing that the sender typed goes to an address that may be a stranger's.
    expect(JSON.stringify(mail?.data)).not.toMatch(/Mandy|mandy|passiert/)
    expect(mail?.data.path).toMatch(/^\/es-geht-um-mich\/bestaetigen#\w{64}$/)
    expect(await listed(t)).toEqual([])
    expect(await confirm(t, 'falsch')).toEqual({ state: 'unknown', reference: null, due: null })
    const today = String(await t.value('select private.berlin_day(now())::text'))
    const first = await confirm(t, await code(t))
    expect(first).toMatchObject({ state: 'confirmed', reference: mail?.data.reference })
    expect(first.due && first.due >= addDays(today, 28) && first.due <= addDays(today, 31)).toBe(true)
    const receipt = (await mails(t)).at(-1)
    expect(receipt).toMatchObject({
      template: 'concern_receipt',
      data: { reference: first.reference, due: mail?.data.due, about: '/stars/mandy-pfefferkorn' },
    })
    const link = mail?.data.path?.split('#')[1] ?? ''
    expect(await confirm(t, link)).toEqual({ ...first, state: 'already' })
    expect(await mails(t)).toHaveLength(2)
    expect(await listed(t)).toMatchObject([{ reference: first.reference, name: 'Mandy Pfefferkorn', wish: 'remove' }])
  }),
)

test(
  'sent again after a lost answer it is still one, and one mail; a mailbox gets three a day',
  harness(async (t) => {
    const p_id = '20000000-0000-4000-8000-000000000099'
    await tell(t, { p_id })
    await tell(t, { p_id })
    expect(await mails(t)).toHaveLength(1)
    const answers = [await tell(t), await tell(t), await tell(t), await tell(t)]
    expect(answers.at(-1)?.error?.code).toBe('PGRST')
    expect((await mails(t)).length).toBeLessThanOrEqual(3)
  }),
)

test.each([
  [{ p_wish: 'nichts' }, 'unknown_wish'],
  [{ p_page: '' }, 'page_invalid'],
  [{ p_page: 'https://evil.example/' }, 'page_invalid'],
  [{ p_page: '//evil.example' }, 'page_invalid'],
  [{ p_page: '/\\evil.example' }, 'page_invalid'],
  [{ p_text: ' ' }, 'details_missing'],
  [{ p_text: 'x'.repeat(2001) }, 'details_length'],
  [{ p_name: ' ' }, 'name_missing'],
  [{ p_email: 'mandy' }, 'email_invalid'],
  [{ p_person: 'x'.repeat(101) }, 'person_length'],
  [{ p_good_faith: false }, 'good_faith_missing'],
])('%j is refused with %s', (changed, hint) =>
  harness(async (t) => {
    expect((await tell(t, changed)).error?.hint).toBe(hint)
    expect(await mails(t)).toEqual([])
  })(),
)

test(
  'who only asks what is stored names no page',
  harness(async (t) => {
    expect((await tell(t, { p_wish: 'access', p_page: '' })).error).toBeUndefined()
  }),
)

test(
  'the team hears of it, sees what is due first, and the address is for admins',
  harness(async (t) => {
    await confirmed(t)
    await t.owner(
      `update private.concerns set asked_at = now() - interval '40 days', due_on = private.berlin_day(now()) - 9`,
    )
    await confirmed(t, { p_wish: 'access', p_email: 'anna@example.org', p_person: 'Anna' })
    const items = await listed(t)
    expect(items.map(({ days_left }) => days_left)).toEqual([-9, expect.any(Number)])
    expect(items[1]).toMatchObject({ person: 'Anna', email: null })
    expect((await listed(t, 'open', 'admin'))[0]?.email).toBe('presse@agentur-fuer-stars.example')
    const badges = (await t.as('moderator', 'select public.admin_badges() as badges')).rows[0]?.badges
    expect(adminBadges.parse(badges).concerns).toBe(2)
    expect(
      await t.value(
        `select count(*)::int from public.notifications where type = 'team_alert' and data ->> 'alert' = 'concern'`,
      ),
    ).toBeGreaterThan(0)
    expect((await t.attempt('member', 'select public.admin_concerns()')).error?.code).toBe('42501')
  }),
)

test(
  'from a week before it is due the team is reminded once a day until it is answered',
  harness(async (t) => {
    await confirmed(t)
    const rung = async (dueIn: number) => {
      await t.owner(`update private.concerns set due_on = private.berlin_day(now()) + ${dueIn}`)
      await t.owner('select private.watch_team()')
      return t.value(
        `select count(*)::int from public.notifications where type = 'team_alert' and data ->> 'due' = 'soon'
           and user_id = '${people.moderator}'`,
      )
    }
    const aDayLater = () => t.owner(`update private.team_alerts set rung_at = rung_at - interval '25 hours'`)
    expect(await rung(8)).toBe(0)
    expect(await rung(7)).toBe(1)
    expect(await rung(7)).toBe(1)
    await aDayLater()
    expect(await rung(-1)).toBe(2)
    const [item] = await listed(t)
    await answer(t, item?.id, 'granted')
    await aDayLater()
    expect(await rung(-2)).toBe(2)
  }),
)

test(
  'it is answered once, with a reason unless all was done, and the answer goes out by mail',
  harness(async (t) => {
    await confirmed(t)
    const [item] = await listed(t)
    expect((await answer(t, item?.id, 'refused')).error?.hint).toBe('reason_required')
    expect((await answer(t, item?.id, 'vielleicht', 'Grund')).error?.hint).toBe('unknown_action')
    const { rows } = await answer(t, item?.id, 'partly', 'Der Titel ist geändert, der Rest ist belegt.')
    expect(concernOutcome.parse(rows[0]?.answer)).toEqual({ outcome: 'done' })
    expect((await mails(t)).at(-1)).toMatchObject({
      template: 'concern_outcome',
      data: {
        reference: item?.reference,
        outcome:
          'Wir haben einen Teil von dem getan, worum du gebeten hast. Der Titel ist geändert, der Rest ist belegt.',
      },
    })
    expect((await answer(t, item?.id, 'granted')).rows[0]?.answer).toEqual({ outcome: 'decided' })
    expect(await listed(t)).toEqual([])
    expect(await listed(t, 'decided')).toMatchObject([{ outcome: 'partly', decided_by: expect.any(String) }])
    expect(
      await t.value(`select details ->> 'title' from public.admin_actions where action_type = 'answer_concern'`),
    ).toBe(item?.reference)
  }),
)

test(
  'an answer can be undone for ten seconds, during which nothing is mailed',
  harness(async (t) => {
    await confirmed(t)
    const [item] = await listed(t)
    const args = JSON.stringify({ p_id: item?.id, p_outcome: 'granted', p_reason: null })
    const kept = '20000000-0000-4000-8000-000000000077'
    const { rows } = await t.as('moderator', `select public.admin_decide($1, 'concern', $2) -> 'kept' as kept`, [
      kept,
      args,
    ])
    expect(rows[0]?.kept).toMatchObject({ action: 'answer', type: 'concern', name: item?.reference, state: 'waiting' })
    expect((await mails(t)).map(({ template }) => template)).not.toContain('concern_outcome')
    await t.as('moderator', 'select public.admin_decide_now($1)', [kept])
    expect((await mails(t)).map(({ template }) => template)).toContain('concern_outcome')
  }),
)

test(
  'it is kept for three years after the answer, and for seven days if nobody confirms it',
  harness(async (t) => {
    await confirmed(t)
    const [item] = await listed(t)
    await answer(t, item?.id, 'granted')
    await tell(t, { p_email: 'nie@example.org' })
    const left = () => t.value('select count(*)::int from private.concerns')
    await t.owner(`update private.concerns set asked_at = now() - interval '8 days'`)
    await t.owner('select private.apply_retention()')
    expect(await left()).toBe(1)
    await t.owner(`update private.concerns set decided_at = now() - interval '3 years 1 day'`)
    await t.owner('select private.apply_retention()')
    expect(await left()).toBe(0)
  }),
)

test(
  'the database accepts exactly what the forms offer',
  harness(async (t) => {
    const allowed = async (column: string) => {
      const check = await t.value(
        `select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'private.concerns'::regclass and conname = $1`,
        [`concerns_${column}_check`],
      )
      return [...String(check).matchAll(/'([^']+)'/g)].map(([, value]) => value)
    }
    expect(await allowed('wish')).toEqual(concernSubjects)
    expect(await allowed('outcome')).toEqual(concernOutcomes)
  }),
)
