import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import type { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Given = {
  report?: string | null
  content?: string | null
  type?: string | null
  action?: string | null
  reason?: string | null
}
const sql = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const decide = (t: Harness, given: Given = {}, more = '', person: keyof typeof people = 'moderator') => {
  const { report = w.fresh, content = w.discussion, type = 'post', action = 'delete', reason = 'Regel 1' } = given
  const list = [report, content, type, action, reason].map(sql).join(', ')
  return t.attempt(person, `select public.moderate_case(${list}${more}) as answer`)
}
const aboutPost = (t: Harness) =>
  t.as('member', `select public.report_content('${w.fresh}', 'post', '${w.discussion}', 'spam')`)
const aboutComment = (t: Harness) =>
  t.as('member', `select public.report_content('${w.fresh}', 'comment', '${w.comment}', 'spam')`)
const comment = { content: w.comment, type: 'comment' }

/** Makes one of our functions fail, as a full disk or a broken trigger would. */
const breakDown = (t: Harness, event: string, table: string) =>
  t.owner(`do $x$ begin
    create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'Platte voll'; end $$;
    create trigger aaa_fail before ${event} on ${table} for each row execute function private.fail();
  end $x$`)
const failAlso = (t: Harness, event: string, table: string) =>
  t.owner(`create trigger aab_fail before ${event} on ${table} for each row execute function private.fail()`)

const messages: [cause: string, given: Given, message: string][] = [
  ['no report', { report: null }, 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['no content', { content: null }, 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['no type', { type: null }, 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['a report of something else', { content: w.rumor }, 'Ungültige Meldungsdaten - fehlende erforderliche Felder'],
  ['an unknown type', { type: 'star' }, 'Ungültiger Report-Typ'],
  ['an unknown action', { action: 'hug' }, 'Ungültige Moderationsaktion'],
  ['no action', { action: null }, 'Ungültige Moderationsaktion'],
  ['no reason', { reason: null }, 'Bitte gib einen Grund für diese Moderationsaktion an.'],
  ['a reason of blanks', { reason: ' \n\u00a0\u3000' }, 'Bitte gib einen Grund für diese Moderationsaktion an.'],
  ['a report that is gone', { report: w.draft }, 'Diese Meldung gibt es nicht mehr.'],
]
test.each(messages)('%s: %o is refused with "%s"', (_cause, given, message) =>
  harness(async (t) => {
    await aboutPost(t)
    expect((await decide(t, given)).error?.message).toBe(message)
    expect(await t.value(`select status from public.reports where id = '${w.fresh}'`)).toBe('pending')
    expect(await t.value('select count(*)::int from public.admin_actions')).toBe(0)
  })(),
)

test(
  'anyone but staff is asked to sign in again',
  harness(async (t) => {
    await aboutPost(t)
    for (const person of ['member', 'banned'] as const) {
      const refused = await decide(t, {}, '', person)
      expect(refused.error).toMatchObject({ code: '42501', message: 'Nicht berechtigt - bitte erneut anmelden' })
    }
  }),
)

test(
  'a report on deleted content: the message says so; dismissing it still works',
  harness(async (t) => {
    await aboutPost(t)
    await t.owner(`delete from public.community_posts where id = '${w.discussion}'`)
    expect((await decide(t)).error?.message).toBe('Fehler beim Abrufen des Beitrags: Den Beitrag gibt es nicht mehr.')
    expect((await decide(t, { action: 'warn' })).error?.hint).toBe('target_gone')
    expect((await decide(t, { action: 'dismiss' })).error).toBeUndefined()
  }),
)
test(
  'a report on a deleted comment',
  harness(async (t) => {
    await aboutComment(t)
    await t.as('other', `delete from public.comments where id = '${w.comment}'`)
    expect((await decide(t, comment)).error?.message).toBe(
      'Fehler beim Abrufen des Kommentars: Den Kommentar gibt es nicht mehr.',
    )
  }),
)
test.each([
  ['Beitrags', aboutPost, {}, 'community_posts'],
  ['Kommentars', aboutComment, comment, 'comments'],
] as const)('content that cannot be read: %s', (word, report, given, table) =>
  harness(async (t) => {
    await report(t)
    await t.owner(`alter table public.${table} rename column content to unreadable`)
    await t.owner(`alter table public.${table} rename column author_id to nobody`)
    expect((await decide(t, given)).error?.message).toMatch(`Fehler beim Abrufen des ${word}: column`)
  })(),
)
test.each([
  ['Beitragsverarbeitung', aboutPost, {}],
  ['Kommentarverarbeitung', aboutComment, comment],
] as const)('what a decision needs cannot be brought together: %s', (word, report, given) =>
  harness(async (t) => {
    await report(t)
    await t.owner('drop function private.rule_of_report(text)')
    expect((await decide(t, given)).error?.message).toBe(`Fehler beim Vorbereiten der ${word}`)
  })(),
)

test(
  'if the deletion fails, the post is rejected instead and the moderator is told why',
  harness(async (t) => {
    await aboutPost(t)
    await breakDown(t, 'delete', 'public.community_posts')
    const { rows } = await decide(t)
    expect(rows[0]?.answer).toMatchObject({
      problem: 'Fehler beim Löschen des Beitrags: Platte voll',
      closed: 1,
      warnings: 0,
    })
    const post = await t.owner(
      `select status, rejection_reason from public.community_posts where id = '${w.discussion}'`,
    )
    expect(post.rows).toEqual([{ status: 'rejected', rejection_reason: 'Regel 1' }])
    const actions = await t.owner(`select a.action, a.counts_as_warning, a.rule, r.id::text as report
      from public.moderation_actions a join public.reports r on r.decision_id = a.id`)
    expect(actions.rows).toEqual([{ action: 'warned', counts_as_warning: false, rule: 'content', report: w.fresh }])
    expect(await t.value('select count(*)::int from public.archived_posts')).toBe(0)
  }),
)
test(
  'if deletion and rejection fail, there is an error and nothing has changed',
  harness(async (t) => {
    await aboutPost(t)
    await breakDown(t, 'delete', 'public.community_posts')
    await failAlso(t, 'update', 'public.community_posts')
    expect((await decide(t)).error?.message).toBe(
      'Sowohl Löschung als auch Zurückweisung fehlgeschlagen: Platte voll / Platte voll',
    )
    expect(await t.value(`select status from public.reports where id = '${w.fresh}'`)).toBe('pending')
    expect(await t.value('select count(*)::int from public.moderation_actions')).toBe(0)
  }),
)
test(
  'a comment that cannot be deleted',
  harness(async (t) => {
    await aboutComment(t)
    await breakDown(t, 'update', 'public.comments')
    expect((await decide(t, comment)).error?.message).toBe('Comment-Löschung fehlgeschlagen: Platte voll')
  }),
)
test.each([
  ['archive', 'insert', 'public.archived_posts', 'delete'],
  ['audit log', 'insert', 'public.admin_actions', 'delete'],
  ['ban flag', 'update', 'public.profiles', 'ban'],
])('a failing %s does not undo the decision', (_what, event, table, action) =>
  harness(async (t) => {
    await aboutPost(t)
    await breakDown(t, event, table)
    expect((await decide(t, { action }, ', p_days => 3')).error).toBeUndefined()
    expect(await t.value(`select status from public.reports where id = '${w.fresh}'`)).toBe('resolved')
  })(),
)

test(
  'only rumors have a status',
  harness(async (t) => {
    const call = `select public.admin_set_rumor_status('${w.discussion}', now(), 'verified')`
    expect((await t.attempt('moderator', call)).error?.message).toBe('Dieser Beitrag ist kein Gerücht')
  }),
)
