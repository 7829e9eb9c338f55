import { contentCase } from '@hot/domain/contract/admin/reports'
import { adminUserPage, takenBack } from '@hot/domain/contract/admin/users'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Given = {
  type?: string | null
  content?: string | null
  action?: string | null
  reason?: string | null
  more?: string
}
const sql = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const decide = (t: Harness, given: Given = {}, person: Person = 'moderator') => {
  const { type = 'comment', content = w.comment, action = 'delete', reason = 'Regel 1', more = '' } = given
  return t.attempt(
    person,
    `select public.moderate_content(${[content, type, action, reason].map(sql).join(', ')}${more}) as answer`,
  )
}
const decisionOf = (statement: Record<string, unknown> | undefined) =>
  (statement?.data as { decision_id: string } | undefined)?.decision_id
/** `other` wrote the comment and the discussion of the world. */
const told = async (t: Harness, person: Person = 'other') =>
  (await t.as(person, `select type, title, message, data from public.notifications order by created_at desc`)).rows
const history = async (t: Harness) => {
  const { rows } = await t.as('admin', 'select public.admin_user_page($1) as answer', [people.other])
  return adminUserPage.parse(rows[0]?.answer)?.history ?? []
}
const takeBack = (t: Harness, id: string | undefined, person: Person = 'admin') =>
  t.attempt(person, `select public.admin_take_back($1, 'Das war ein Irrtum.') as answer`, [id])
const hide = (t: Harness, person: Person = 'moderator', post: string = w.discussion) =>
  t.attempt(person, `select public.admin_hide_post($1, 'Wir prüfen das') as answer`, [post])
const seenBy = async (t: Harness, person: Person, post: string = w.discussion) =>
  (await t.as(person, 'select status from public.community_posts where id = $1', [post])).rows[0]?.status

test(
  'staff remove a comment that nobody reported: its author gets a statement that says so, and the log has one row',
  harness(async (t) => {
    const { rows } = await decide(t)
    expect(rows[0]?.answer).toMatchObject({ closed: 0, problem: null, warnings: 0 })
    const comment = await t.as('guest', 'select content, deleted_at from public.comments where id = $1', [w.comment])
    expect(comment.rows[0]).toMatchObject({ content: '' })
    const [statement] = await told(t)
    expect(statement).toMatchObject({ type: 'warning', data: { action: 'deleted', reported: false } })
    expect(statement?.message).toContain('Entschieden hat ein Mensch aus dem Team. Bist du anderer Meinung')
    expect(await t.value(`select count(*)::int from public.admin_actions`)).toBe(1)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'an open report of the same content is closed with it, and who reported is told',
  harness(async (t) => {
    await t.as('member', `select public.report_content('${w.fresh}', 'comment', '${w.comment}', 'spam')`)
    expect((await decide(t)).rows[0]?.answer).toMatchObject({ closed: 1 })
    expect(await t.value('select status from public.reports')).toBe('resolved')
    expect(await told(t, 'member')).toMatchObject([{ type: 'report_outcome', data: { outcome: 'deleted' } }])
    expect((await told(t))[0]?.data).toMatchObject({ reported: true })
  }),
)

test(
  'warning, ban and resetting a profile work as with a report',
  harness(async (t) => {
    const warned = await decide(t, {
      type: 'post',
      content: w.discussion,
      action: 'warn',
      more: `, p_severity => 'low'`,
    })
    expect(warned.rows[0]?.answer).toMatchObject({ warnings: 1 })
    expect((await decide(t, { action: 'ban', more: ', p_days => 7' })).error).toBeUndefined()
    expect(await t.value('select is_banned from public.profiles where id = $1', [people.other])).toBe(true)
    await t.owner(`update public.profiles set bio = 'Kauft bei geheim.example' where id = $1`, [people.other])
    const profile = { type: 'profile', content: people.other, more: `, p_parts => '{bio}'` }
    expect((await decide(t, profile)).error).toBeUndefined()
    expect(await t.value('select bio from public.profiles where id = $1', [people.other])).toBeNull()
    expect(await told(t)).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(/^Wir haben dein Profil zurückgesetzt\. Es geht um dein Profil: „/),
      }),
    )
  }),
)

test.each([
  ['the content is missing', { content: null }, 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['the kind is unknown', { type: 'star' }, 'Ungültiger Report-Typ'],
  ['it dismisses what nobody reported', { action: 'dismiss' }, 'Ungültige Moderationsaktion'],
  ['there is no action', { action: null }, 'Ungültige Moderationsaktion'],
  ['there is no reason', { reason: ' \n ' }, 'Bitte gib einen Grund für diese Moderationsaktion an.'],
  ['it is gone', { content: w.fresh }, 'Fehler beim Abrufen des Kommentars: Den Kommentar gibt es nicht mehr.'],
  ['a moderator bans for long', { action: 'ban', more: ', p_days => 31' }, 'Länger als 30 Tage sperren nur Admins.'],
  [
    'a moderator resets the profile of an admin',
    { type: 'profile', content: people.admin, more: `, p_parts => '{bio}'` },
    'Profile des Teams setzen nur Admins zurück.',
  ],
] as [string, Given, string][])('refused, with a German sentence, when %s', (_why, given, message) =>
  harness(async (t) => {
    expect((await decide(t, given)).error?.message).toBe(message)
    expect(await t.value('select count(*)::int from public.moderation_actions')).toBe(0)
  })(),
)

test(
  'nobody decides about themselves, and only staff with their second factor decide',
  harness(async (t) => {
    const profile = { type: 'profile', content: people.moderator, action: 'warn' }
    expect((await decide(t, profile)).error?.hint).toBe('own_case')
    for (const person of ['member', 'banned'] as const)
      expect((await decide(t, {}, person)).error?.code, person).toBe('42501')
  }),
)

test(
  'what was decided can be taken back by admins for 30 days, and the member is told',
  harness(async (t) => {
    await decide(t)
    await decide(t, { type: 'post', content: w.discussion, action: 'warn' })
    await decide(t, { type: 'post', content: w.discussion, action: 'ban', more: ', p_days => 7' })
    const before = await history(t)
    expect(before.map(({ action, can_lift }) => [action, can_lift]).sort()).toEqual([
      ['banned', true],
      ['deleted', true],
      ['warned', true],
    ])
    expect((await takeBack(t, before[0]?.id, 'moderator')).error?.hint).toBe('not_allowed')
    const effects = []
    for (const { id } of before) effects.push(takenBack.parse((await takeBack(t, id)).rows[0]?.answer).effect)
    expect(effects.sort()).toEqual([
      'Dein Kommentar steht wieder da.',
      'Die Sperre ist aufgehoben.',
      'Die Verwarnung zählt nicht mehr.',
    ])

    const text = await t.value('select content from public.comments where id = $1', [w.comment])
    expect(text).not.toBe('')
    expect(await t.value('select is_banned from public.profiles where id = $1', [people.other])).toBe(false)
    expect((await history(t)).some(({ can_lift }) => can_lift)).toBe(false)
    expect(await told(t)).toContainEqual(
      expect.objectContaining({
        title: 'Entscheidung zurückgenommen',
        message: 'Dein Kommentar steht wieder da. Grund: Das war ein Irrtum.',
      }),
    )
    expect((await takeBack(t, before[0]?.id)).error?.hint).toBe('not_liftable')
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'not after 30 days, and not while a second person decides about the appeal',
  harness(async (t) => {
    await decide(t)
    const [decision] = await history(t)
    await t.as('other', `select public.file_appeal($1, 'Bitte prüft das')`, [decision?.id])
    expect((await takeBack(t, decision?.id)).error?.hint).toBe('not_liftable')
    await t.owner('delete from public.appeals')
    await t.owner(`update public.moderation_actions set created_at = now() - interval '31 days'`)
    expect((await takeBack(t, decision?.id)).error?.hint).toBe('not_liftable')
    expect((await takeBack(t, w.fresh)).error?.hint).toBe('not_liftable')
  }),
)

test(
  'a hidden post waits in the queue while its reports stay open; its author has the reason and may appeal',
  harness(async (t) => {
    await t.as('member', `select public.report_content('${w.fresh}', 'post', '${w.discussion}', 'false_claim')`)
    expect((await hide(t)).rows[0]?.answer).toMatchObject({ outcome: 'done' })
    expect(await seenBy(t, 'guest')).toBeUndefined()
    expect(await seenBy(t, 'other')).toBe('pending')
    expect(await t.value('select status from public.reports')).toBe('pending')
    const [statement] = await told(t)
    expect(statement).toMatchObject({
      type: 'post_rejected',
      title: 'Dein Beitrag ist ausgeblendet',
      message: expect.stringMatching(
        / ist ausgeblendet, bis alles geklärt ist\. Grund: Wir prüfen das\. Entschieden hat ein Mensch/,
      ),
      data: { hidden: true },
    })
    const own = await t.as('other', 'select public.own_decision($1) as answer', [decisionOf(statement)])
    expect(own.rows[0]?.answer).toMatchObject({ kind: 'rejected', reason: 'Wir prüfen das' })
    expect((await history(t))[0]).toMatchObject({ counts_as_warning: false })
    expect((await hide(t)).rows[0]?.answer).toMatchObject({ outcome: 'decided' })

    await t.as('moderator', `update public.community_posts set status = 'approved' where id = $1`, [w.discussion])
    expect(await seenBy(t, 'guest')).toBe('approved')
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'an appeal against hiding puts the post back online',
  harness(async (t) => {
    await hide(t)
    const [statement] = await told(t)
    await t.as('other', `select public.file_appeal($1, 'Steht überall in der Zeitung')`, [decisionOf(statement)])
    const appeal = await t.value('select id from public.appeals')
    await t.as('admin', `select public.admin_decide_appeal('${appeal}', 'overturned', 'Stimmt')`)
    expect(await seenBy(t, 'guest')).toBe('approved')
  }),
)

test(
  'the appeal does not publish a text that was changed meanwhile',
  harness(async (t) => {
    await hide(t)
    const [statement] = await told(t)
    await t.owner(`update public.moderation_actions set created_at = now() - interval '1 hour'`)
    await t.as(
      'other',
      `select public.update_post(p_id => $1, p_title => 'Wer zieht dieses Jahr aus', p_content => 'Ganz anderer Text')`,
      [w.discussion],
    )
    await t.as('other', `select public.file_appeal($1, 'Steht überall in der Zeitung')`, [decisionOf(statement)])
    const appeal = await t.value('select id from public.appeals')
    await t.as('admin', `select public.admin_decide_appeal('${appeal}', 'overturned', 'Stimmt')`)
    expect(await seenBy(t, 'other')).toBe('pending')
  }),
)

test(
  'members and whoever wrote it cannot hide a post',
  harness(async (t) => {
    expect((await hide(t, 'member')).error?.code).toBe('42501')
    await t.owner('update public.community_posts set author_id = $1 where id = $2', [people.moderator, w.discussion])
    expect((await hide(t)).rows[0]?.answer).toMatchObject({ outcome: 'own' })
    expect(await seenBy(t, 'guest')).toBe('approved')
  }),
)

test(
  'staff read a post, comment and profile with its author and open reports; others read nothing',
  harness(async (t) => {
    await t.as('member', `select public.report_content('${w.fresh}', 'comment', '${w.comment}', 'spam')`)
    const read = async (type: string, id: string, person: Person = 'moderator') =>
      contentCase.parse(
        (await t.as(person, 'select public.admin_content_case($1, $2) as answer', [type, id])).rows[0]?.answer,
      )
    expect(await read('comment', w.comment)).toMatchObject({ is_own: false, post: null, reports: [{ reason: 'spam' }] })
    expect(await read('post', w.rumor)).toMatchObject({ post: { rumor: {} }, reports: [] })
    expect(await read('profile', people.other)).toMatchObject({ profile: { member: { id: people.other } } })
    expect(await read('profile', people.moderator)).toMatchObject({ is_own: true })
    expect(await read('comment', w.fresh)).toBeNull()
    expect(await read('star', w.rumor)).toBeNull()
    const refused = await t.attempt('member', 'select public.admin_content_case($1, $2)', ['post', w.rumor])
    expect(refused.error?.code).toBe('42501')
  }),
)
