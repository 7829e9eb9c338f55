import { accountNotification } from '@hot/domain/contract/account/account'
import { type NotificationType, notificationType } from '@hot/domain/contract/account/notification-data'
import { notificationPath } from '@hot/domain/notification/path'
import { notificationFace, notificationText } from '@hot/domain/notification/text'
import { notificationTypes } from '@hot/domain/notification/types'
import { effects, reasons, reportOutcome, withdrawn } from '@hot/domain/notification/words'
import { markedTitle, rumorStatuses } from '@hot/domain/post/kinds'
import { ended, factsIn, filled, templateOf } from '@hot/domain/text/template'
import { expect, test } from 'vitest'
import { pushMessage } from '../../../server/push/push-message.ts'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Facts = Record<string, unknown>
const post = {
  post_title: 'Zieht „Mandy“ aus? {name} [x] \\1',
  post_created_at: '2026-11-21T22:30:00+00:00',
  post_type: 'rumor',
  post_slug: 'zieht-mandy-aus',
}
const rumor = { ...post, post_mark: 'unverified' }
const debunked = { ...post, post_mark: 'debunked' }
const anna = { name: "Anna O'Neill", others: 0 }
const acts = (...more: Facts[]): Facts[] => [
  ...more.map((facts) => ({ ...post, ...anna, ...facts })),
  { ...post, ...anna, ...more.at(-1), others: 1 },
  { ...post, ...anna, ...more.at(-1), others: 12 },
  // What older rows lack.
  { ...anna, name: null },
]
const times = [
  { at: '12:00', rerun: true, station: 'RTL' },
  { at: '20:15', station: 'Vox', join: 'next' },
  { at: '00:05', night: true, join: 'last' },
]
const topic = { topic: 'Sommerhaus der Stars', format_slug: 'sommerhaus' }
const decision = { reason: 'Zu laut', decision_id: w.rumor, decided_by: 'human' }
const content = { target_type: 'comment', content_excerpt: 'Na „du“', rule: 'tone' }

/** Facts of every type whose sentence may go several ways, one for each. */
const samples = {
  comment_on_post: acts({}, { post_mark: 'unverified' }, { post_mark: 'verified' }, { post_mark: 'debunked' }),
  reply_to_comment: acts({ answer: true }),
  subsequent_comment: [...acts({}, { post_mark: 'debunked' }), ...acts({ answer: true })],
  mention: acts({}),
  followed_comment: acts({}, { post_mark: 'unverified' }),
  tagged_post: [
    { ...post, topic: 'Mandy' },
    { ...post, topic: 'Mandy', count: 3 },
  ],
  member_post: [
    { ...post, ...anna },
    { ...post, ...anna, count: 2 },
    { ...post, name: null },
  ],
  format_today: [
    { ...topic, times: [{ at: '20:15' }], only_station: 'RTL' },
    ...['premiere', 'finale', 'reunion', 'special'].map((occasion) => ({
      ...topic,
      times: [{ at: '20:15' }],
      occasion,
    })),
    { ...topic, times, more: 3, tonight: true },
  ],
  broadcast_cancelled: [
    { ...topic, day: '21.11.', event_time: '20:15' },
    { ...topic, day: '21.11.', event_time: '20:15', change_note: 'RTL zeigt Fußball.' },
  ],
  broadcast_moved: ['time', 'day', 'longer', 'back'].flatMap((change) =>
    [undefined, 1, 5].map((more) => ({
      ...topic,
      change,
      day: '21.11.',
      event_time: '20:55',
      was_day: '20.11.',
      was_time: '20:15',
      until: '23:10',
      more,
      change_note: more === 1 ? 'RTL zeigt Fußball' : undefined,
    })),
  ),
  reaction_on_post: acts({ reaction: 'heart' }, { reaction: 'poop' }, {}),
  reaction_on_comment: acts({ reaction: 'heart' }, { reaction: 'poop' }, {}),
  vote_on_rumor: acts({ vote: 'agree' }, { vote: 'disagree' }, { post_mark: 'unverified' }, { post_mark: 'debunked' }),
  vote_on_poll: acts({}),
  rumor_status_update: ['verified', 'debunked', 'unverified'].map((rumor_status) => ({ ...post, rumor_status })),
  rumor_changed: acts({}, { post_type: 'poll' }, { by_team: true }),
  rumor_decided: [
    { ...post, rumor_status: 'verified', hit: true },
    { ...post, rumor_status: 'debunked', hit: false },
    { ...post, rumor_status: 'debunked' },
    { ...debunked, rumor_status: 'debunked', hit: true },
  ],
  poll_ended: [
    { ...post, result: { option: 'Lina', percent: 40 } },
    { ...post, result: { option: null, percent: null } },
  ],
  statement_published: [
    { ...post, speaker: 'Lina Morgentau' },
    { ...rumor, speaker: 'Lina Morgentau' },
  ],
  post_approved: [{ ...post }, { ...post, revision: true }, { ...post, comment: true }, { ...post, restored: true }],
  post_rejected: [
    { ...post, ...decision },
    { ...post, ...decision, revision: true },
    { ...post, ...decision, comment: true, content_excerpt: 'Na du' },
    { ...post, ...decision, reason: 'Warum?', hidden: true },
  ],
  invite_used: acts({}),
  report_outcome: ['ignored', 'deleted', 'acted', 'gone'].flatMap((outcome) =>
    ['post', 'comment', 'profile'].flatMap((target_type) => [
      { ...post, outcome, target_type },
      { outcome: outcome === 'gone' ? 'acted' : outcome, target_type, rule: 'tone' },
    ]),
  ),
  report_receipt: [{ ...post }, {}, { count: 4 }],
  warning: [
    ...['warned', 'deleted'].map((action) => ({ ...decision, ...content, action, severity: 'high', reported: true })),
    ...[1, 7, undefined].map((ban_duration_days) => ({ ...decision, action: 'banned', ban_duration_days })),
    ...['post', 'profile', 'other'].map((target_type) => ({ ...decision, action: 'deleted', target_type })),
    ...[['title'], ['content', 'tags'], ['title', 'content', 'tags', 'source', 'address']].map((parts) => ({
      ...decision,
      action: 'edited',
      target_type: 'post',
      content_excerpt: 'Zieht „Mandy“ aus?',
      changed: parts.map((part, place) => ({ part, ...(place > 0 && { join: parts[place + 1] ? 'next' : 'last' }) })),
    })),
    ...['gone', 'changed'].map((statement) => ({
      ...decision,
      action: 'edited',
      target_type: 'post',
      statement,
      content_excerpt: 'Nie.',
    })),
    { ...decision, appeal: 'upheld' },
    { ...decision, appeal: 'overturned', effect: 'post_back' },
    ...Object.keys(effects).map((effect) => ({ ...decision, action: 'lifted', effect })),
  ],
  team_role: [
    { role: 'admin', second_factor: true },
    { role: 'moderator', second_factor: false },
  ],
  team_alert: [
    ...['illegal_content', 'false_claim', 'privacy', 'appeal', 'answer', 'star_door'].map((alert) => ({ alert })),
    ...['waits', 'answered', 'changed'].map((star) => ({ alert: 'star_door', star })),
    ...['queue', 'away'].flatMap((alert) => [
      { alert, hours: 14 },
      { alert, days: 2 },
    ]),
    { alert: 'job', job: 'digest' },
    ...[1, 3].map((count) => ({ alert: 'mail', count })),
    { alert: 'mail', mails: 'used_up' },
  ],
} satisfies Partial<Record<NotificationType, Facts[]>>

/** What a type is told of whose sentence goes one way. */
const plain: Facts = { ...post, ...anna, ...topic }
const samplesOf = (type: NotificationType): readonly [Facts, ...Facts[]] => {
  const [first = plain, ...more] = (samples as Partial<Record<NotificationType, Facts[]>>)[type] ?? []
  return [first, ...more]
}

test('a sentence that may go several ways, or tells of more than others do, has facts of its own', () => {
  for (const type of notificationType.options.filter((name) => !(name in samples))) {
    const { title, text, message } = notificationTypes[type]
    const parts = [title, message ?? text].flatMap((written) => templateOf(written))
    expect([type, parts.filter(({ kind }) => kind !== 'text' && kind !== 'fact')]).toEqual([type, []])
    for (const fact of factsIn(parts))
      expect([type, Object.keys(plain)]).toEqual([type, expect.arrayContaining([fact])])
  }
  expect(samplesOf('mention').length).toBeGreaterThan(1)
})

test.each(notificationType.options)('%s says in SQL what domain says', (type) =>
  harness(async (t) => {
    const { title, text, message } = notificationTypes[type]
    for (const facts of samplesOf(type)) {
      const { rows } = await t.owner('select * from private.notification_words($1, $2)', [type, JSON.stringify(facts)])
      const said = { title: filled(title, facts), message: ended(filled(message ?? text, facts)) }
      expect(rows[0], JSON.stringify(facts)).toEqual(said)
      expect(said.title).toMatch(/^\S.*\S$/u)
      expect(said.message).toMatch(/^\S.{8,}\S$/u)
      // No fact of a sentence is missing: no two blanks, no empty quotes, nothing before a sign.
      expect(said.message).not.toMatch(/ {2}|„“|undefined|null| [.,:]/u)
    }
  })(),
)

test.each(notificationType.options)('%s has a sentence, a picture, a place, a setting and a way', (type) =>
  harness(async (t) => {
    const { settings, usual, alwaysOn, ofPost, teamOnly } = notificationTypes[type]
    const [facts] = samplesOf(type)
    const { rows } = await t.owner('select * from private.notification_words($1, $2)', [type, JSON.stringify(facts)])
    const { title, message } = rows[0] as { title: string; message: string }
    const told = exampleOf(accountNotification, {
      id: w.rumor,
      type,
      title,
      message,
      data: facts,
      post_id: w.rumor,
      actors_count: 1,
    })
    expect(notificationText(told).text).toMatch(/^\S.{8,}\S$/u)
    expect(notificationFace(told).name).toMatch(/^(HoT|Unbekannt)$/)
    expect(notificationPath(told)).toMatch(/^\//)
    expect(pushMessage({ notification: told, unread: 1 }).body).not.toBe('')
    expect(settings.title).not.toBe('')
    expect(settings.text).toMatch(/[.!?]$/)
    const listed = await t.owner('select * from private.notification_types() where type = $1', [type])
    expect(listed.rows).toEqual([
      {
        place: notificationType.options.indexOf(type) + 1,
        type,
        changeable: !alwaysOn,
        usual: usual ?? 'push',
        of_post: ofPost ?? false,
        of_team: teamOnly ?? false,
      },
    ])
    expect(await t.value('select private.usual_channel($1)', [type])).toBe(usual ?? 'push')
    expect(await t.value('select private.is_notification_type($1)', [type])).toBe(true)
    expect(await t.value('select private.is_changeable_type($1)', [type])).toBe(!alwaysOn)
  })(),
)

test(
  'what goes out in mails is what notifications say',
  harness(async (t) => {
    for (const facts of samples.report_outcome) {
      const said = await t.value('select private.outcome_of_report($1)', [JSON.stringify(facts)])
      expect(said).toBe(filled(reportOutcome, facts))
    }
    for (const [effect, text] of Object.entries(effects))
      expect(await t.value('select private.effect_text($1)', [effect])).toBe(text)
    expect(await t.value(`select private.reason_text('text_changed')`)).toBe(reasons.text_changed)
    const { rows } = await t.owner(`select * from private.notification_words('withdrawn', '{}')`)
    expect(rows[0]).toEqual(withdrawn)
  }),
)

test(
  'a title and a message are cut to what a row holds',
  harness(async (t) => {
    const facts = JSON.stringify({ ...post, topic: 'x'.repeat(300) })
    const { rows } = await t.owner(`select * from private.wording('tagged_post', $1, null, 1)`, [facts])
    expect(rows[0]?.title).toBe(`Neu zu ${'x'.repeat(193)}`)
  }),
)

test(
  'no hand writes a sentence of a notification in SQL',
  harness(async (t) => {
    const { rows } = await t.owner(`
      select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('private', 'public') order by 1`)
    const functions = rows.map(({ name, source }) => ({ name: String(name), source: String(source) }))
    const callers = functions.filter(({ source }) => /private\.notify\(/.test(source)).map(({ name }) => name)
    // Whoever brings words of their own, and the one way of facts.
    expect(callers).toEqual(['create_notification', 'tell'])
    const telling = functions.filter(
      ({ name, source }) => /private\.(tell|alert_team)\(/.test(source) || /^(news|facts)_of_|^alert_of_/.test(name),
    )
    expect(telling.length).toBeGreaterThan(20)
    const sentences = telling.flatMap(({ name, source }) =>
      [
        ...source
          .replace(/--.*$|raise (exception|warning) '[^']*'|(refuse|require_short)\([^']*'[^']*'/gm, '')
          .matchAll(/'([^']*)'/g),
      ]
        .map(([, text = '']) => text)
        .filter((text) => /[„“]|[a-zäöüß] .*[.!?]$/i.test(text))
        .map((text) => `${name}: ${text}`),
    )
    expect(sentences).toEqual([])
  }),
)

test(
  'what is stored of a post says what is known about a rumor, and SQL marks titles as domain does',
  harness(async (t) => {
    const facts = (post: string) => t.value('select private.post_facts($1)', [post])
    const marked = (post: string) => t.value('select private.marked_title($1)', [post])
    for (const status of rumorStatuses) {
      await t.owner('update public.post_rumors set rumor_status = $2 where post_id = $1', [w.rumor, status])
      expect(await facts(w.rumor)).toMatchObject({ post_title: 'Mandy zieht ins Sommerhaus', post_mark: status })
      expect(await marked(w.rumor)).toBe(markedTitle({ title: 'Mandy zieht ins Sommerhaus', rumor: { status } }))
    }
    expect(await facts(w.discussion)).not.toHaveProperty('post_mark')
    expect(await marked(w.discussion)).toBe(markedTitle({ title: 'Wer zieht dieses Jahr ein?', rumor: null }))
  }),
)
