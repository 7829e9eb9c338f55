import { ownModerationPage } from '@hot/domain/contract/account/decision'
import { adminBadges } from '@hot/domain/contract/admin/staff'
import { starRequestOutcome, starRequestsPage } from '@hot/domain/contract/admin/stars'
import { starDoor, starStatement } from '@hot/domain/contract/community'
import { groundText, redress } from '@hot/domain/moderation/grounds'
import { effects } from '@hot/domain/notification/words'
import { starProofForm, starSpeakerForm } from '@hot/domain/star/door-form'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { cases, reported } from './report-steps.ts'

const harness = useHarness(createWorld)

const ask = (
  t: Harness,
  speaker: string,
  proof: string | null = null,
  person: Person = 'member',
  star: string = w.star,
) => t.attempt(person, 'select public.ask_star_door($1, $2, $3) as door', [star, speaker, proof])
const door = async (t: Harness, person: Person = 'member') =>
  starDoor.parse((await t.as(person, `select public.star_door('${w.star}') as door`)).rows[0]?.door)
const requests = async (t: Harness, status = 'open') =>
  starRequestsPage.parse(
    (await t.as('moderator', 'select public.admin_star_requests($1) as page', [status])).rows[0]?.page,
  ).items
/** As the team saw it, or what it saw before. */
const decide = async (
  t: Harness,
  request: { id: string; asked_at: string } | undefined,
  granted: boolean,
  reason: string | null = null,
) =>
  starRequestOutcome.parse(
    (
      await t.as('moderator', 'select public.admin_decide_star_request($1, $2, $3, $4) as a', [
        request?.id,
        granted,
        reason,
        request?.asked_at,
      ])
    ).rows[0]?.a,
  ).outcome
const answer = (t: Harness, text: string, person: Person = 'member', post: string = w.rumor) =>
  t.attempt(person, 'select public.answer_as_star($1, $2) as changed', [post, text])
const about = async (t: Harness, person: Person = 'member') =>
  starStatement.parse((await t.as(person, `select public.star_statement('${w.rumor}') as s`)).rows[0]?.s)
const shown = async (t: Harness) => {
  const { rows } = await t.as(
    'guest',
    `select public.post_page(p.type, p.day::text, p.slug) -> 'statement' as s from public.community_posts p where p.id = '${w.rumor}'`,
  )
  return rows[0]?.s
}
/** The member is the star, and the rumor is about them. */
async function confirmed(t: Harness): Promise<void> {
  await t.owner(`update public.community_posts set tags = '{${w.star}}' where id = '${w.rumor}'`)
  await ask(t, 'Mandy, über ihr Management', 'https://example.org/beitrag')
  expect(await decide(t, (await requests(t))[0], true)).toBe('done')
}
const lastMail = async (t: Harness) =>
  (
    await t.owner(
      `select data ->> 'outcome' as outcome, data ->> 'path' as path from private.mail_outbox where template = 'star_request' order by id desc limit 1`,
    )
  ).rows[0]

/** The badge of the team's menu. */
const waiting = async (t: Harness) =>
  adminBadges.parse((await t.as('moderator', 'select public.admin_badges() as badges')).rows[0]?.badges).stars

test(
  'a code, a proof, a look: only then is somebody the star',
  harness(async (t) => {
    await t.platform('update auth.users set email_confirmed_at = now()')
    expect(await door(t)).toEqual({ state: 'none', speaker: null, code: null, reason: null })
    await ask(t, ' Mandy\u202e selbst ')
    const begun = await door(t)
    expect(begun).toMatchObject({ state: 'begun', speaker: 'Mandy selbst' })
    expect(begun.code).toMatch(/^HOT-[0-9A-F]{8}$/)
    expect(await requests(t)).toEqual([])
    expect(await waiting(t)).toBe(0)
    expect((await ask(t, 'Mandy selbst', 'In meiner Bio')).error).toBeUndefined()
    expect(await door(t)).toEqual({ ...begun, state: 'asked' })
    const [open] = await requests(t)
    expect(await waiting(t)).toBe(1)
    expect(open).toMatchObject({
      kind: 'claim',
      text: 'In meiner Bio',
      code: begun.code,
      member: { nickname: 'tvnudel' },
    })
    const alerts = await t.as(
      'admin',
      `select data ->> 'alert' as alert from public.notifications where type = 'team_alert'`,
    )
    expect(alerts.rows).toEqual([{ alert: 'star_door' }])
    expect(await decide(t, open, false, 'Der Code steht dort nicht.')).toBe('done')
    expect(await door(t)).toMatchObject({ state: 'refused', reason: 'Der Code steht dort nicht.' })
    expect(await lastMail(t)).toMatchObject({ outcome: expect.stringContaining('Der Code steht dort nicht.') })
    expect(await decide(t, open, true)).toBe('decided')
    expect(await waiting(t)).toBe(0)
    await ask(t, 'Mandy selbst', 'Jetzt wirklich')
    expect(await waiting(t)).toBe(1)
    const [again] = await requests(t)
    const kept = { p_id: again?.id, p_granted: false, p_reason: 'Nein.', p_seen: again?.asked_at }
    const decision = '30000000-0000-4000-8000-000000000001'
    expect(
      (await t.attempt('admin', `select public.admin_decide($1, 'star_request', $2)`, [decision, JSON.stringify(kept)]))
        .error,
    ).toBeUndefined()
    expect(await waiting(t)).toBe(0)
    await t.as('admin', 'select public.admin_undo_decision($1)', [decision])
    expect(await waiting(t)).toBe(1)
    expect(await decide(t, (await requests(t))[0], true)).toBe('done')
    expect(await door(t)).toMatchObject({ state: 'granted', code: begun.code })
    expect(await requests(t)).toEqual([])
    expect(await requests(t, 'decided')).toHaveLength(1)
    // Asking again changes nothing.
    await ask(t, 'Jemand anders', 'x')
    expect(await door(t)).toMatchObject({ state: 'granted', speaker: 'Mandy selbst' })
  }),
)

test(
  'a star answers posts about them, changes the answer and takes it away; nobody else does',
  harness(async (t) => {
    for (const person of ['member', 'other'] as const)
      expect((await answer(t, 'Nein', person)).error?.hint).toBe('not_this_star')
    await confirmed(t)
    // Under the name of the star, whoever the claim said was speaking.
    expect(await about(t)).toEqual({ speaker: 'Mandy Pfefferkorn', text: null, is_taken: false, waiting: null })
    expect(await about(t, 'other')).toBeNull()
    expect((await answer(t, ' Ich war nie da. ')).rows?.[0]?.changed).toBe(true)
    expect(await shown(t)).toMatchObject({ speaker: 'Mandy Pfefferkorn', text: 'Ich war nie da.' })
    expect((await answer(t, 'Ich war nie da.')).rows?.[0]?.changed).toBe(false)
    expect((await answer(t, 'Nie und nimmer.')).rows?.[0]?.changed).toBe(true)
    expect(await about(t)).toMatchObject({ text: 'Nie und nimmer.', is_taken: false })
    expect(await t.value(`select count(*)::int from private.announcements where kind = 'statement'`)).toBe(1)
    expect((await answer(t, '')).rows?.[0]?.changed).toBe(true)
    expect(await shown(t)).toBeNull()
    await t.owner(`update public.community_posts set tags = '{}' where id <> '${w.rumor}'`)
    await t.owner(`update public.community_posts set tags = '{${w.star}}' where id = '${w.pendingPost}'`)
    for (const post of [w.discussion, w.fresh, w.pendingPost])
      expect((await answer(t, 'Nein', 'member', post)).error?.hint).toBe('not_this_star')
    expect((await answer(t, 'x'.repeat(2001))).error?.hint).toBe('statement_length')
  }),
)

test(
  'what the team publishes or changes is the team’s',
  harness(async (t) => {
    await confirmed(t)
    await t.as('moderator', `select public.admin_set_statement('${w.rumor}', null, 'Der Sender', 'Kein Kommentar.')`)
    expect(await about(t)).toMatchObject({ text: null, is_taken: true })
    expect((await answer(t, 'Doch')).error?.hint).toBe('statement_taken')
  }),
)

test(
  'a report of the star says so in the case; what is wrong about them reaches the team',
  harness(async (t) => {
    await t.platform('update auth.users set email_confirmed_at = now()')
    await reported(t, 'member', w.rumor, 'false_claim')
    await reported(t, 'banned', w.rumor, 'false_claim')
    await confirmed(t)
    expect((await cases(t)).items[0]?.reports.map(({ is_subject }) => is_subject).sort()).toEqual([false, true])
    const tell = (text: string, person: Person = 'member') =>
      t.attempt(person, 'select public.tell_star_facts($1, $2)', [w.star, text])
    expect((await tell('Mein Geburtstag ist falsch.', 'other')).error?.hint).toBe('not_this_star')
    expect((await tell(' ')).error?.hint).toBe('note_missing')
    expect((await tell('Mein Geburtstag ist falsch.')).error).toBeUndefined()
    const [open] = await requests(t)
    expect(open).toMatchObject({ kind: 'facts', text: 'Mein Geburtstag ist falsch.', code: null })
    expect(await decide(t, open, true)).toBe('done')
    expect(await lastMail(t)).toMatchObject({ outcome: expect.stringContaining('berichtigt') })
  }),
)

test(
  'a confirmation can be taken back; banned members and guests have no door',
  harness(async (t) => {
    await confirmed(t)
    await answer(t, 'Ich war nie da.')
    const [granted] = await requests(t, 'decided')
    expect(
      (await t.attempt('moderator', 'select public.admin_decide_star_request($1, false)', [granted?.id])).error?.hint,
    ).toBe('reason_required')
    expect(await decide(t, granted, false, 'Das war jemand anderes.')).toBe('done')
    expect((await answer(t, 'Noch einmal')).error?.hint).toBe('not_this_star')
    expect(await shown(t)).toMatchObject({ text: 'Ich war nie da.' })
    expect((await ask(t, 'Ich', 'x', 'banned')).error?.hint).toBe('banned')
    expect((await ask(t, 'Ich selbst', null, 'guest')).error?.code).toBe('42501')
    const own = await ask(t, 'Ich selbst', 'Hier', 'moderator')
    expect(own.error).toBeUndefined()
    const mine = (await requests(t))[0]
    const decided = await t.attempt('moderator', 'select public.admin_decide_star_request($1, true)', [mine?.id])
    expect(decided.error?.hint).toBe('own_case')
    await t.owner('update public.stars set is_active = false')
    expect((await ask(t, 'Ich selbst', null, 'other')).error?.hint).toBe('unknown_star')
    expect(await t.value(`select count(*)::int from private.star_requests where member_id = '${people.other}'`)).toBe(0)
  }),
)

test.each([
  ['a usual one', 'Lina', 'https://example.org'],
  ['one letter', 'L', 'x'],
  ['a long name', 'x'.repeat(101), 'x'],
  ['the longest name', 'x'.repeat(100), 'x'.repeat(1000)],
  ['a long proof', 'Lina', 'x'.repeat(1001)],
  ['no name', ' \u200b ', 'x'],
])('%s: form and database agree', (_, speaker, proof) =>
  harness(async (t) => {
    const typed = starSpeakerForm.safeParse({ speaker }).success && starProofForm.safeParse({ proof }).success
    expect((await ask(t, speaker, proof)).error === undefined).toBe(typed)
  })(),
)

test(
  'what was looked at is what is granted: a claim that was changed since is looked at again',
  harness(async (t) => {
    await ask(t, 'Mandy selbst', 'https://example.org/beitrag')
    const [seen] = await requests(t)
    await ask(t, 'Mandy, über ihr Management', 'https://example.org/anderes')
    expect(await decide(t, seen, true)).toBe('changed')
    expect(await door(t)).toMatchObject({ state: 'asked' })
    expect(await decide(t, (await requests(t))[0], true)).toBe('done')
  }),
)

test.each(['HoT-Redaktion (offiziell)', 'HoT', 'Redaktion', 'Team von Mandy', 'Mandy (offiziell)'])(
  'nobody claims to be a star as %s',
  (speaker) =>
    harness(async (t) => {
      expect((await ask(t, speaker, 'https://example.org/beitrag')).error).toMatchObject({ hint: 'speaker_reserved' })
    })(),
)

test(
  'a statement that becomes another one alerts the team again',
  harness(async (t) => {
    await confirmed(t)
    await answer(t, 'Das stimmt nicht.')
    expect(await alerts(t)).toEqual(['Ein Star hat Stellung genommen'])
    await answer(t, 'Das stimmt ganz und gar nicht.')
    expect(new Set(await alerts(t))).toEqual(
      new Set(['Ein Star hat Stellung genommen', 'Ein Star hat seine Stellungnahme geändert']),
    )
  }),
)

const alerts = async (t: Harness) =>
  (
    await t.owner(
      `select title from public.notifications where type = 'team_alert' and user_id = $1 and title like '%Stellung%' order by created_at, id`,
      [people.moderator],
    )
  ).rows.map(({ title }) => title)

test.each([
  ['a link', 'Alles dazu auf https://evil.example/akte'],
  ['something sensitive', 'Milo ist vorbestraft, das wissen alle.'],
  ['something sensitive in a spoiler', 'Milo ist vor||bestraft||, das wissen alle.'],
])('a statement with %s waits for the team, the first one and a changed one', async (_, delicate) =>
  harness(async (t) => {
    await t.platform('update auth.users set email_confirmed_at = now()')
    await confirmed(t)
    await answer(t, delicate)
    expect(await shown(t)).toBeNull()
    expect(await about(t)).toMatchObject({ text: null, waiting: delicate })
    expect(await alerts(t)).toEqual([expect.stringContaining('wartet')])
    expect(await t.value(`select count(*)::int from private.announcements where kind = 'statement'`)).toBe(0)
    const [seen] = await requests(t)
    expect(seen).toMatchObject({ kind: 'statement', text: delicate, post: { id: w.rumor } })
    // What was looked at is what is published.
    await answer(t, `${delicate} Wirklich.`)
    expect(await decide(t, seen, true)).toBe('changed')
    expect(await shown(t)).toBeNull()
    const [asked, ...more] = await requests(t)
    expect(more).toEqual([])
    expect(await decide(t, asked, true)).toBe('done')
    expect(await shown(t)).toMatchObject({ speaker: 'Mandy Pfefferkorn', text: `${delicate} Wirklich.` })
    expect(await lastMail(t)).toMatchObject({ outcome: expect.stringContaining('steht jetzt über') })
    expect(await t.value(`select count(*)::int from private.announcements where kind = 'statement'`)).toBe(1)
    // A changed one waits as well, and what stands stays until then.
    await answer(t, `${delicate} Noch mehr.`)
    expect(await shown(t)).toMatchObject({ text: `${delicate} Wirklich.` })
    expect(await decide(t, (await requests(t))[0], false, 'Das können wir nicht prüfen.')).toBe('done')
    expect(await shown(t)).toMatchObject({ text: `${delicate} Wirklich.` })
    expect(await lastMail(t)).toMatchObject({ outcome: expect.stringContaining('Das können wir nicht prüfen.') })
    // A plain one is public as before, and replaces what waits.
    await answer(t, `${delicate} Und noch mehr.`)
    await answer(t, 'Das stimmt nicht.')
    expect(await shown(t)).toMatchObject({ text: 'Das stimmt nicht.' })
    expect(await about(t)).toMatchObject({ text: 'Das stimmt nicht.', waiting: null })
    expect(await requests(t)).toEqual([])
  })(),
)

test(
  'what waits is not published for somebody who is not the star any more, nor over what the team says',
  harness(async (t) => {
    await confirmed(t)
    await answer(t, 'Alles dazu auf https://evil.example/akte')
    const [asked] = await requests(t)
    const grant = () =>
      t.attempt('moderator', 'select public.admin_decide_star_request($1, true, null, $2)', [
        asked?.id,
        asked?.asked_at,
      ])
    await t.as('moderator', `select public.admin_set_statement('${w.rumor}', null, 'Der Sender', 'Kein Kommentar.')`)
    expect((await grant()).error).toMatchObject({ hint: 'statement_taken' })
    await t.owner(
      `update public.community_posts set statement = null, statement_speaker = null, statement_at = null where id = '${w.rumor}'`,
    )
    await t.owner(
      `update private.star_requests set state = 'refused', reason = 'Nein', decided_at = now() where kind = 'claim'`,
    )
    expect((await grant()).error).toMatchObject({ hint: 'not_this_star' })
    expect(await shown(t)).toBeNull()
  }),
)

/** The team removes or changes what the star has said. */
const set = (t: Harness, text: string, reason: string | null = 'Nennt die Adresse von jemandem.') =>
  t.attempt(
    'moderator',
    `select public.admin_set_statement(p.id, p.statement_at, 'Der Sender', $1, $2, 'privacy') ->> 'outcome' as outcome
      from public.community_posts p where p.id = '${w.rumor}'`,
    [text, reason],
  )
const decided = async (t: Harness) =>
  ownModerationPage.parse((await t.as('member', 'select public.own_moderation_page() as page')).rows[0]?.page).items
const told = async (t: Harness) =>
  (await t.as('member', `select message from public.notifications where type = 'warning'`)).rows.map(({ message }) =>
    String(message),
  )
/** The star's appeal is granted; what they are told of it. */
async function overturn(t: Harness): Promise<string | undefined> {
  await t.as('member', `select public.file_appeal($1, 'Das ist meine eigene')`, [(await decided(t))[0]?.id])
  const appeal = await t.value(`select id from public.appeals where status = 'pending'`)
  await t.as('admin', `select public.admin_decide_appeal($1, 'overturned', 'Stimmt.')`, [appeal])
  return (await told(t)).find((message) => message.includes('Begründung: Stimmt.'))?.split(' Begründung')[0]
}

test.each([
  ['entfernt', '', 'statement_gone'],
  ['geändert', 'Kein Kommentar.', 'statement'],
] as const)(
  'a star whose statement the team has %s is told why, and has it back after an appeal',
  (verb, text, changed) =>
    harness(async (t) => {
      await confirmed(t)
      await answer(t, 'Ich war nie da.')
      const before = await shown(t)
      expect((await set(t, text, null)).error).toMatchObject({ hint: 'reason_required' })
      expect((await set(t, text)).rows?.[0]?.outcome).toBe('done')
      expect(await decided(t)).toMatchObject([
        { kind: 'edited', changed: [changed], rule: 'privacy', excerpt: 'Ich war nie da.', origin: 'person' },
      ])
      expect(await told(t)).toEqual([
        `Wir haben deine Stellungnahme ${verb}. Es geht um deine Stellungnahme: „Ich war nie da.“. Grund: Nennt die Adresse von jemandem. ${groundText('privacy')}. Entschieden hat ein Mensch aus dem Team. Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. ${redress}`,
      ])
      expect(await overturn(t)).toBe(effects.statement_back)
      expect(await shown(t)).toMatchObject({ ...(before as object), at: expect.any(String) })
      expect(await about(t)).toMatchObject({ text: 'Ich war nie da.', is_taken: false })
    })(),
)

test.each([
  ['said something else since', (t) => answer(t, 'Und jetzt sage ich das.'), 'statement_changed'],
  [
    'been answered over by the team',
    (t) => t.as('moderator', `select public.admin_set_statement('${w.rumor}', null, 'Der Sender', 'Ja.')`),
    'statement_changed',
  ],
  [
    'turned out to be somebody else',
    (t) =>
      t.owner(
        `update private.star_requests set state = 'refused', reason = 'Nein', decided_at = now() where kind = 'claim'`,
      ),
    'statement_lost',
  ],
  [
    'waited for more than 180 days',
    async (t) => {
      await t.owner(`update private.star_statements set taken_at = now() - interval '181 days'`)
      await t.owner('select private.apply_retention()')
    },
    'statement_lost',
  ],
] as [string, (t: Harness) => Promise<unknown>, keyof typeof effects][])(
  'what a star has said does not come back where they have %s',
  (_, meanwhile, effect) =>
    harness(async (t) => {
      await confirmed(t)
      await answer(t, 'Ich war nie da.')
      await set(t, '')
      await meanwhile(t)
      const before = await shown(t)
      expect(await overturn(t)).toBe(effects[effect])
      expect(await shown(t)).toEqual(before)
    })(),
)

test(
  'what the team itself published takes no reason, and nobody gets one',
  harness(async (t) => {
    await confirmed(t)
    await t.as('moderator', `select public.admin_set_statement('${w.rumor}', null, 'Der Sender', 'Kein Kommentar.')`)
    expect((await set(t, '', null)).rows?.[0]?.outcome).toBe('done')
    expect(await decided(t)).toEqual([])
  }),
)

test.each([
  ['mandy pfefferkorn', 'Mandy Pfefferkorn'],
  ['Mandy  Pfefferkorn, über ihr Management', 'Mandy Pfefferkorn, über ihr Management'],
  ['Der Sender', 'Der Sender'],
  ['Rico Fremd', 'speaker_of_star'],
  ['tvnudel', 'speaker_of_member'],
  ['Redaktion', 'speaker_reserved'],
  ['Mοderation', 'speaker_reserved'],
  ['Redak\ufe0ftion', 'speaker_reserved'],
  ['ꓣedaktion', 'speaker_reserved'],
])('a statement that the team publishes in the name of %s: %s', async (speaker, expected) =>
  harness(async (t) => {
    await t.owner(`update public.community_posts set tags = '{${w.star}}' where id = '${w.rumor}'`)
    await t.owner(`insert into public.stars (first_name, last_name) values ('Rico', 'Fremd')`)
    const { error } = await t.attempt(
      'moderator',
      `select public.admin_set_statement('${w.rumor}', null, $1, 'Nein.')`,
      [speaker],
    )
    expect(error?.hint ?? ((await shown(t)) as { speaker: string }).speaker).toBe(expected)
  })(),
)
