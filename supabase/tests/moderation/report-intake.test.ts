import { confirmAnswer, reportAnswer } from '@hot/domain/contract/community'
import { reportReasons } from '@hot/domain/moderation/report-rules'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { cases, decide } from './report-steps.ts'

const harness = useHarness(createWorld)
const guestReport = (t: Harness, { id = w.fresh, email = 'Gerda@Example.org', more = '' } = {}) =>
  t.attempt(
    'guest',
    `select public.report_content(p_id => '${id}', p_target_type => 'post', p_target => '${w.discussion}', p_reason => 'spam',
      p_good_faith => true, p_name => ' Gerda  Gast ', p_email => '${email}' ${more}) as answer`,
  )
const seenByStaff = async (t: Harness) => (await t.as('moderator', 'select id from public.reports')).rows.length
const mails = async (t: Harness) =>
  (await t.owner('select recipient, template, data, sent_at from private.mail_outbox order by id')).rows as {
    recipient: string
    template: string
    data: { path: string; target: string; reason: string }
  }[]

test(
  'a guest’s report counts once the mailed link was used; a used link has another answer than a wrong one',
  harness(async (t) => {
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
  'the database accepts exactly the reasons that the dialog offers',
  harness(async (t) => {
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
  harness(async (t) => {
    await guestReport(t)
    expect((await guestReport(t)).error).toBeUndefined()
    expect(await t.value('select count(*)::int from public.reports')).toBe(1)
    expect(await mails(t)).toHaveLength(1)
  }),
)

const forwarded = (address: string) => `set_config('request.headers', '{"x-forwarded-for": "${address}"}', true)`
const numbered = (n: number) => `60000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** How many of these reports by guests, each with its own e-mail address, are accepted. */
async function taken(
  t: Harness,
  count: number,
  addressOf: (n: number) => string | undefined,
  emailOf = (n: number) => `gast${n}@example.org`,
) {
  let passed = 0
  for (let n = 0; n < count; n++) {
    const address = addressOf(n)
    await t.platform(
      address === undefined ? `select set_config('request.headers', '', true)` : `select ${forwarded(address)}`,
    )
    const { error } = await guestReport(t, { id: numbered(n), email: emailOf(n) })
    if (error) expect(JSON.parse(error.message)).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
    else passed++
  }
  return passed
}

test.each([
  ['one IPv4 address', (): string => '203.0.113.7', 10],
  ['another address each time', (n: number) => `203.0.113.${n}`, 13],
  ['one /64, each time by another address', (n: number) => `2001:db8:1:2::${n}`, 10],
  ['one IPv4 address written in two ways', (n: number) => (n % 2 ? '203.0.113.7' : '::ffff:203.0.113.7'), 10],
  ['no address at all, which is one network', () => undefined, 10],
  ['no address but words', () => 'nirgends', 10],
])('of 13 reports from %s only some are accepted', (_, addressOf, passed) =>
  harness(async (t) => {
    expect(await taken(t, 13, addressOf)).toBe(passed)
    expect(await mails(t)).toHaveLength(passed)
  })(),
)

test(
  'the networks of one /48 together have eight times the limit of one',
  harness(async (t) => {
    expect(await taken(t, 90, (n) => `2001:db8:1:${n.toString(16)}::1`)).toBe(80)
    expect(
      await taken(
        t,
        1,
        () => '2001:db8:2::1',
        () => 'noch@example.org',
      ),
    ).toBe(1)
  }),
)

test.each([
  ['a tag behind a plus', (n: number) => `anna+${n}@example.org`],
  [
    'dots at Gmail',
    (n: number) =>
      ['anna@gmail.com', 'an.na@gmail.com', 'a.n.n.a@gmail.com', 'anna@googlemail.com'][n] ?? 'ann.a@gmail.com',
  ],
  [
    'capitals',
    (n: number) =>
      ['anna@example.org', 'Anna@example.org', 'ANNA@example.org', 'aNNa@Example.org'][n] ?? 'ANNa@example.org',
  ],
])('%s is the same mailbox', (_, emailOf) =>
  harness(async (t) => {
    expect(await taken(t, 5, (n) => `203.0.113.${n}`, emailOf)).toBe(2)
  })(),
)

test.each(['guest', 'member', 'banned', 'moderator', 'admin'] as const)(
  '%s cannot write reports but by the RPC',
  (person) =>
    harness(async (t) => {
      const { error } = await t.attempt(
        person,
        `insert into public.reports (target_type, target_post_id, reason) select 'post', '${w.discussion}', 'spam' from generate_series(1, 40)`,
      )
      expect(error?.code).toBe('42501')
    })(),
)

test(
  'one e-mail address gets at most two mails an hour and three a day, independent of others',
  harness(async (t) => {
    const id = (n: number) => `${w.fresh.slice(0, -1)}${n}`
    const later = () => t.owner(`update private.report_senders set sent_at = sent_at - interval '61 minutes'`)
    for (const n of [1, 2]) expect((await guestReport(t, { id: id(n) })).error).toBeUndefined()
    expect((await guestReport(t, { id: id(3) })).error).toMatchObject({ code: 'PGRST' })
    await later()
    expect((await guestReport(t, { id: id(3) })).error).toBeUndefined()
    await later()
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
  harness(async (t) => {
    const { error } = await t.attempt(
      'guest',
      `select public.report_content(p_id => '${w.fresh}', p_target_type => 'post', p_target => '${w.discussion}', ${args})`,
    )
    expect(error).toMatchObject({ code: '23514', hint })
    expect(await mails(t)).toHaveLength(0)
  })(),
)

test(
  'members and banned members report without a mail, not twice, not themselves, and not deleted content',
  harness(async (t) => {
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

type Claimed = { mails: { id: number }[]; held: number }
const claimed = async (t: Harness, perHour: number | null = null) =>
  (await t.service('select public.claim_mails(20, $1) as answer', [perHour])).rows[0]?.answer as Claimed

test(
  'the server gets no more mails an hour than it allows, and the number of delayed ones',
  harness(async (t) => {
    for (const n of [1, 2, 3, 4, 5])
      await t.owner(
        `select private.send_mail('a${n}@b.de', 'report_outcome', '{"target": "x", "reason": "x", "outcome": "x"}')`,
      )
    // One is the site's third of three: what is owed to somebody may use them all.
    expect(await claimed(t, 1)).toMatchObject({ mails: [{}, {}, {}], held: 2 })
    expect(await claimed(t, 1)).toEqual({ mails: [], held: 2, operator: null })
    await t.owner(`update private.mail_outbox set tried_at = now() - interval '61 minutes'`)
    expect(await claimed(t, 1)).toMatchObject({ mails: [{}, {}], held: 0 })
  }),
)

test(
  'mails are claimed once, retried when they failed, lose their text when sent, and are deleted after a week',
  harness(async (t) => {
    await guestReport(t)
    const claim = async () => (await claimed(t)).mails
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
  'a mail without a value that its template needs is refused on insert',
  harness(async (t) => {
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

/** A notice of illegal content. */
const notice = (t: Harness, person: 'guest' | 'member', more: string, details = `'Droht mit Mord.'`) =>
  t.attempt(
    person,
    `select public.report_content(p_id => gen_random_uuid(), p_target_type => 'post', p_target => '${w.discussion}',
      p_reason => 'illegal_content', p_details => ${details}, ${more}) as answer`,
  )
const gerda = `p_name => 'Gerda Gast', p_email => 'gerda@example.org'`

test(
  'a guest’s notice of illegal content is at the desk and rings the team before it is confirmed, marked so, and can be decided',
  harness(async (t) => {
    expect((await notice(t, 'guest', `p_good_faith => true, ${gerda}`)).rows[0]?.answer).toEqual({ state: 'confirm' })
    expect(await seenByStaff(t)).toBe(1)
    const [item] = (await cases(t)).items
    expect(item?.reports).toMatchObject([{ is_confirmed: false, is_child_abuse: false, guest_name: 'Gerda Gast' }])
    const alerts = async () =>
      (await t.as('moderator', `select data from public.notifications where type = 'team_alert'`)).rows.length
    expect(await alerts()).toBe(1)
    await t.owner('update public.reports set confirmed_at = now()')
    expect((await cases(t)).items[0]?.reports).toMatchObject([{ is_confirmed: true }])
    expect(await alerts(), 'confirming rings no second time').toBe(1)
    await t.owner('update public.reports set confirmed_at = null')
    expect(await decide(t, item, 'delete')).toMatchObject({ closed: 1 })
    expect((await mails(t)).map(({ template }) => template)).toContain('report_outcome')
  }),
)

test(
  'unconfirmed, a notice of illegal content outlives seven days without its sender, anything else does not',
  harness(async (t) => {
    await notice(t, 'guest', `p_good_faith => true, ${gerda}`)
    await guestReport(t, { email: 'anna@example.org' })
    await t.owner(`update public.reports set created_at = created_at - interval '8 days'`)
    await t.owner(`update private.report_confirmations set created_at = created_at - interval '8 days'`)
    await t.owner('select private.clear_mails()')
    const { rows } = await t.owner('select reason, reporter_name, reporter_email from public.reports')
    expect(rows).toEqual([{ reason: 'illegal_content', reporter_name: null, reporter_email: null }])
    expect(await t.value('select count(*)::int from private.report_confirmations')).toBe(0)
    expect((await cases(t)).items).toHaveLength(1)
  }),
)

test.each([
  ['a guest without an explanation', 'guest', `p_good_faith => true, ${gerda}`, 'null', 'details_missing'],
  ['a member without an explanation', 'member', 'p_good_faith => true', `' '`, 'details_missing'],
  ['a member without good faith', 'member', 'p_good_faith => false', `'Droht.'`, 'good_faith_missing'],
  ['a member who says nothing of good faith', 'member', 'p_name => null', `'Droht.'`, 'good_faith_missing'],
  ['a guest without a name', 'guest', `p_good_faith => true, p_email => 'g@example.org'`, `'Droht.'`, 'name_missing'],
  [
    'child abuse with a broken address',
    'guest',
    `p_good_faith => true, p_child_abuse => true, p_email => 'gerda@'`,
    'null',
    'email_invalid',
  ],
] as const)('illegal content is not taken from %s', (_, person, more, details, hint) =>
  harness(async (t) => {
    expect(JSON.stringify((await notice(t, person, more, details)).error)).toContain(hint)
    expect(await t.value('select count(*)::int from public.reports')).toBe(0)
  })(),
)

test(
  'a member’s notice of illegal content is confirmed in the app, a flood of them by one entry that counts; other reports are not',
  harness(async (t) => {
    const receipts = async () =>
      (
        await t.as(
          'member',
          `select title, message, read, channel from public.notifications where type = 'report_receipt' order by message`,
        )
      ).rows
    const tell = (type: string, target: string, reason: string) =>
      t.as('member', `select public.report_content(null, '${type}', '${target}', '${reason}', 'Schau mal', true)`)
    await tell('post', w.discussion, 'insult')
    expect(await receipts()).toEqual([])
    await tell('profile', people.other, 'illegal_content')
    const one = 'Deine Meldung eines illegalen Inhalts ist da. Das Team prüft sie und sagt dir, was daraus wird.'
    expect(await receipts()).toEqual([{ title: 'Deine Meldung ist da', message: one, read: false, channel: 'app' }])
    // Reported again while it is open: nothing new has arrived.
    await tell('profile', people.other, 'illegal_content')
    expect(await receipts()).toHaveLength(1)
    await tell('comment', w.comment, 'illegal_content')
    const two = '2 Meldungen illegaler Inhalte von dir sind da. Das Team prüft sie und sagt dir, was daraus wird.'
    expect(await receipts()).toMatchObject([{ message: two }])
    await t.as('member', `update public.notifications set read = true where type = 'report_receipt'`)
    await tell('post', w.poll, 'illegal_content')
    expect(await receipts()).toMatchObject([
      { message: two },
      { message: expect.stringMatching(/^Deine Meldung .+ zu „.+“ ist da/) },
    ])
    expect((await mails(t)).filter(({ recipient }) => recipient.startsWith('member'))).toEqual([])
  }),
)

test(
  'child abuse is reported without name, address or words, is seen at once, and ten an hour come from one network',
  harness(async (t) => {
    const abuse = () => notice(t, 'guest', 'p_good_faith => true, p_child_abuse => true', 'null')
    expect((await abuse()).rows[0]?.answer).toEqual({ state: 'received' })
    expect((await cases(t)).items[0]?.reports).toMatchObject([
      { is_child_abuse: true, is_confirmed: false, guest_name: null },
    ])
    expect(await mails(t)).toEqual([])
    for (let n = 1; n < 10; n++) expect((await abuse()).error).toBeUndefined()
    expect(JSON.stringify((await abuse()).error)).toContain('rate_limited')
  }),
)

test(
  'good faith is stored for what it was said of',
  harness(async (t) => {
    await notice(t, 'member', 'p_good_faith => true')
    await t.as('banned', `select public.report_content('${w.fresh}', 'post', '${w.rumor}', 'spam')`)
    const { rows } = await t.owner('select reason, good_faith from public.reports order by reason')
    expect(rows).toEqual([
      { reason: 'illegal_content', good_faith: true },
      { reason: 'spam', good_faith: false },
    ])
  }),
)
