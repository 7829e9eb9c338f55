import { adminAppealsPage, decideAnswer, pendingDecisions, spamPreview } from '@hot/domain/contract/admin/decisions'
import { adminPostsPage } from '@hot/domain/contract/admin/posts'
import { contentCase, teamCommentsPage } from '@hot/domain/contract/admin/reports'
import { adminBadges } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const decision = '0d000000-0000-4000-8000-000000000001'
const second = '0d000000-0000-4000-8000-000000000002'

/** What a screen that has just been loaded shows. */
const decide = async (t: Harness, kind: string, args: object, person: Person = 'moderator', id = decision) => {
  const seen = await t.value('select private.versions_of($1, private.decision_targets($1, $2::jsonb))', [
    kind,
    JSON.stringify(args),
  ])
  return t.attempt(person, 'select public.admin_decide($1, $2, $3::jsonb) as answer', [
    id,
    kind,
    JSON.stringify({ p_seen: seen, ...args }),
  ])
}
const answerOf = ({ rows, error }: Awaited<ReturnType<typeof decide>>) => {
  if (error) throw error
  return decideAnswer.parse(rows[0]?.answer)
}
const ban = (days = 7) => ({
  p_content_id: people.other,
  p_type: 'profile',
  p_action: 'ban',
  p_reason: 'Beleidigt andere.',
  p_days: days,
})
const remove = { p_content_id: w.comment, p_type: 'comment', p_action: 'delete', p_reason: 'Regel 1' }
const isBanned = (t: Harness) => t.value('select is_banned from public.profiles where id = $1', [people.other])
const stateOf = (t: Harness, id = decision) =>
  t.value('select state from private.pending_decisions where id = $1', [id])
const problemOf = (t: Harness) => t.value('select problem from private.pending_decisions where id = $1', [decision])
/** Ten seconds later, without any browser: the job of the database runs. */
const later = async (t: Harness) => {
  await t.owner(`update private.pending_decisions set due_at = now() - interval '1 second' where state = 'waiting'`)
  await t.owner('select private.carry_out_decisions()')
}
const pendingOf = async (t: Harness, person: Person) => {
  const { rows } = await t.as(person, 'select public.admin_pending_decisions() as answer')
  return pendingDecisions.parse(rows[0]?.answer).items
}
const undo = async (t: Harness, person: Person = 'moderator') =>
  (await t.as(person, 'select public.admin_undo_decision($1) as answer', [decision])).rows[0]?.answer

test(
  'a ban is stored at once and bites ten seconds later, although the session of who decided has ended',
  harness(async (t) => {
    const { kept } = answerOf(await decide(t, 'content', ban()))
    expect(kept).toMatchObject({ state: 'waiting', action: 'ban', days: 7, is_mine: true, name: expect.any(String) })
    expect(await isBanned(t)).toBe(false)
    expect(await t.value('select count(*)::int from public.admin_actions')).toBe(0)
    await t.owner('select private.carry_out_decisions()')
    expect(await isBanned(t)).toBe(false)
    await t.platform('delete from auth.sessions where user_id = $1', [people.moderator])
    await later(t)
    expect(await isBanned(t)).toBe(true)
    expect(await t.value('select admin_id from public.admin_actions')).toBe(people.moderator)
    expect(await t.value(`select count(*)::int from public.notifications where type = 'warning'`)).toBe(1)
    expect(await stateOf(t)).toBe('done')
    // The session that ended is not alive again because of it.
    expect((await t.attempt('moderator', 'select public.admin_badges()')).error).toBeDefined()
  }),
)

test(
  'whoever is still reading what was decided puts it off, ten seconds at a time and five minutes at most; nobody else can',
  harness(async (t) => {
    answerOf(await decide(t, 'content', ban()))
    const due = `select extract(epoch from due_at - clock_timestamp())::float8 from private.pending_decisions where id = $1`
    await t.owner(`update private.pending_decisions set due_at = clock_timestamp() + interval '1 second'`)
    await t.as('admin', 'select public.admin_hold_decisions()')
    expect(await t.value(due, [decision])).toBeLessThan(1.1)
    const { rows } = await t.as('moderator', 'select public.admin_hold_decisions() as answer')
    expect(pendingDecisions.parse(rows[0]?.answer).items).toHaveLength(1)
    expect(await t.value(due, [decision])).toBeGreaterThan(8)
    await t.owner(`update private.pending_decisions set decided_at = clock_timestamp() - interval '4 minutes 58 seconds',
      due_at = clock_timestamp() + interval '1 second'`)
    await t.as('moderator', 'select public.admin_hold_decisions()')
    expect(await t.value(due, [decision])).toBeLessThan(2.1)
    await later(t)
    expect(await isBanned(t)).toBe(true)
  }),
)

test(
  'what is undone does not happen, and undoing twice is undone; afterwards it is too late',
  harness(async (t) => {
    answerOf(await decide(t, 'content', ban()))
    expect(await undo(t, 'admin')).toBe(false)
    expect(await undo(t)).toBe(true)
    expect(await undo(t)).toBe(true)
    await later(t)
    expect(await isBanned(t)).toBe(false)
    answerOf(await decide(t, 'content', ban(), 'moderator', second))
    await later(t)
    expect((await t.as('moderator', 'select public.admin_undo_decision($1) as a', [second])).rows[0]?.a).toBe(false)
    expect(await isBanned(t)).toBe(true)
  }),
)

test(
  'the same decision sent twice is one',
  harness(async (t) => {
    answerOf(await decide(t, 'content', ban()))
    expect(answerOf(await decide(t, 'content', ban())).kept).toMatchObject({ state: 'waiting' })
    expect(await t.value('select count(*)::int from private.pending_decisions')).toBe(1)
  }),
)

test(
  'who lost the role meanwhile decides nothing, and an admin reads that',
  harness(async (t) => {
    answerOf(await decide(t, 'content', ban()))
    await t.owner(`update public.profiles set role = 'user' where id = $1`, [people.moderator])
    await later(t)
    expect(await isBanned(t)).toBe(false)
    expect(await stateOf(t)).toBe('failed')
    expect(await pendingOf(t, 'admin')).toMatchObject([{ state: 'failed', is_mine: false }])
  }),
)

test(
  'a comment that its author changed meanwhile stays, and who decided reads that',
  harness(async (t) => {
    answerOf(await decide(t, 'content', remove))
    await t.owner(`update public.comments set content = 'Ganz etwas anderes' where id = $1`, [w.comment])
    await later(t)
    expect(await t.value('select deleted_at from public.comments where id = $1', [w.comment])).toBeNull()
    expect(await problemOf(t)).toContain('inzwischen geändert')
    expect(await pendingOf(t, 'moderator')).toMatchObject([{ state: 'failed', is_mine: true }])
    expect(await undo(t)).toBe(true)
    expect(await pendingOf(t, 'moderator')).toEqual([])
  }),
)

const rewrite = (t: Harness, content: string) =>
  t.owner('update public.comments set content = $2 where id = $1', [w.comment, content])

test(
  'what its author changed after it was loaded is not decided about: who decides reads it anew',
  harness(async (t) => {
    const { rows } = await t.as('moderator', `select public.admin_content_case('comment', $1) as answer`, [w.comment])
    const loaded = contentCase.parse(rows[0]?.answer)
    await rewrite(t, 'Ganz etwas anderes')
    const target = `comment:${w.comment}`
    for (const [kind, args] of [
      ['content', remove],
      ['comments', { p_ids: [w.comment], p_reason: 'Regel 1' }],
    ] as const) {
      const refused = answerOf(await decide(t, kind, { ...args, p_seen: { [target]: loaded?.version } }))
      expect(refused).toMatchObject({ kept: null, refused: 'changed', changed: [target] })
    }
    expect(await t.value('select count(*)::int from private.pending_decisions')).toBe(0)
    // Without saying what was read, nothing is decided.
    for (const seen of [null, {}])
      expect((await decide(t, 'content', { ...remove, p_seen: seen })).error).toMatchObject({ hint: 'seen_missing' })
    // It is what was loaded that is kept, not what was there when it was sent.
    await rewrite(t, loaded?.content?.text ?? '')
    answerOf(await decide(t, 'content', { ...remove, p_seen: { [target]: loaded?.version } }))
    await rewrite(t, 'Noch einmal anders')
    await later(t)
    expect(await stateOf(t)).toBe('failed')
  }),
)

test(
  'of several that were loaded, those that changed since stay and are named',
  harness(async (t) => {
    const other = '0d000000-0000-4000-8000-0000000000c1'
    await t.owner(`insert into public.comments (id, content, author_id, post_id) values ($1, 'Werbung', $2, $3)`, [
      ...[other, people.other, w.discussion],
    ])
    const { rows } = await t.as('moderator', 'select public.admin_comments_page() as answer')
    const loaded = teamCommentsPage.parse(rows[0]?.answer)
    const versionOf = (id: string) => loaded.ids?.find((one) => one.id === id)?.version
    expect(loaded.items.find(({ id }) => id === other)?.version).toBe(versionOf(other))
    await rewrite(t, 'Ganz etwas anderes')
    const p_seen = Object.fromEntries([w.comment, other].map((id) => [`comment:${id}`, versionOf(id)]))
    const answer = answerOf(await decide(t, 'comments', { p_ids: [w.comment, other], p_reason: 'Werbung', p_seen }))
    expect(answer).toMatchObject({ changed: [`comment:${w.comment}`], skipped: 0, kept: { count: 1 } })
    expect(answer.kept?.targets).toEqual([`comment:${other}`])
  }),
)

test(
  'an appeal is decided about the text that was read, also where its author has changed the post since',
  harness(async (t) => {
    const action = await t.value(
      `insert into public.moderation_actions (admin_id, target_user_id, target_type, target_post_id, action, reason)
       values ($1, $2, 'post', $3, 'warned', 'Regel 1') returning id`,
      [people.admin, people.other, w.discussion],
    )
    const appeal = await t.value(
      `insert into public.appeals (user_id, moderation_action_id, message) values ($1, $2, 'Das stimmt so nicht, bitte prüft es.') returning id`,
      [people.other, action],
    )
    const { rows } = await t.as('moderator', 'select public.admin_appeals_page() as answer')
    const loaded = adminAppealsPage.parse(rows[0]?.answer).items.find(({ id }) => id === appeal)
    await t.owner(`update public.community_posts set content = 'Ganz etwas anderes' where id = $1`, [w.discussion])
    const args = {
      p_id: appeal,
      p_outcome: 'overturned',
      p_reason: 'Stimmt',
      p_seen: { [`appeal:${appeal}`]: loaded?.version },
    }
    expect(answerOf(await decide(t, 'appeal', args))).toMatchObject({ kept: null, refused: 'changed' })
  }),
)

test(
  'a colleague reads who decided and cannot decide about it by any function, before it is carried out or undone',
  harness(async (t) => {
    answerOf(await decide(t, 'content', { ...remove, p_type: 'post', p_content_id: w.discussion }))
    expect(await pendingOf(t, 'admin')).toMatchObject([
      { state: 'waiting', is_mine: false, by: expect.any(String), targets: [`post:${w.discussion}`] },
    ])
    const again = await decide(t, 'content', { ...remove, p_type: 'post', p_content_id: w.discussion }, 'admin', second)
    expect(again.error).toMatchObject({ code: '42501', hint: 'decision_pending' })
    const direct = await t.attempt('admin', `select public.admin_hide_post($1, 'Wir prüfen das')`, [w.discussion])
    expect(direct.error).toMatchObject({ hint: 'decision_pending' })
    await undo(t)
    expect(
      (await t.attempt('admin', `select public.admin_hide_post($1, 'Wir prüfen das')`, [w.discussion])).error,
    ).toBeUndefined()
  }),
)

test(
  'a refusal is said when it is decided, and nothing waits',
  harness(async (t) => {
    const refused = await decide(t, 'content', ban(90))
    expect(refused.error).toMatchObject({ hint: 'ban_too_long' })
    expect((await decide(t, 'content', ban(), 'member')).error).toMatchObject({ code: '42501' })
    expect(await t.value('select count(*)::int from private.pending_decisions')).toBe(0)
    expect(await t.value('select count(*)::int from private.pending_targets')).toBe(0)
  }),
)

test(
  'without waiting any longer, by the one who decided only',
  harness(async (t) => {
    answerOf(await decide(t, 'ban', { p_id: people.other, p_days: 7, p_reason: 'Spam' }))
    await t.as('admin', 'select public.admin_decide_now($1)', [decision])
    expect(await isBanned(t)).toBe(false)
    const { rows } = await t.as('moderator', 'select public.admin_decide_now($1) as answer', [decision])
    expect(rows[0]?.answer).toMatchObject({ state: 'done', kind: 'ban' })
    expect(await isBanned(t)).toBe(true)
  }),
)

test(
  'of several, what changed or was decided meanwhile is left out, and the rest happens',
  harness(async (t) => {
    const other = await t.value(
      `insert into public.comments (id, content, author_id, post_id) values ($1, 'Werbung', $2, $3) returning id`,
      ['0d000000-0000-4000-8000-0000000000c1', people.other, w.discussion],
    )
    const { kept } = answerOf(await decide(t, 'comments', { p_ids: [w.comment, other], p_reason: 'Werbung' }))
    expect(kept).toMatchObject({ count: 2, action: 'delete' })
    await t.owner(`update public.comments set content = 'Ganz etwas anderes' where id = $1`, [w.comment])
    await later(t)
    const gone = 'select deleted_at is not null from public.comments where id = $1'
    expect(await t.value(gone, [w.comment])).toBe(false)
    expect(await t.value(gone, [other])).toBe(true)
    const { rows } = await t.as('moderator', 'select public.admin_decide_now($1) as answer', [decision])
    expect(rows[0]?.answer).toMatchObject({ state: 'done', skipped: 1 })
  }),
)

const seenOf = async (t: Harness, post: string) => t.value(`select private.decision_state($1) ->> 'updated_at'`, [post])
const approve = async (t: Harness, posts: string[], more: object = {}) =>
  decide(t, 'posts', {
    p_ids: posts,
    p_seen: await Promise.all(posts.map((post) => seenOf(t, post))),
    p_decision: 'approve',
    p_reason: null,
    ...more,
  })

test(
  'a post waits no longer once it is decided, counts no more, and is online when it is due with its text as it was read',
  harness(async (t) => {
    await t.owner(`update public.community_posts set status = 'pending' where id = $1`, [w.discussion])
    const waiting = async () =>
      adminBadges.parse((await t.as('admin', 'select public.admin_badges() as badges')).rows[0]?.badges).posts
    const before = await waiting()
    expect(answerOf(await approve(t, [w.discussion])).kept).toMatchObject({ action: 'approve', count: 1 })
    expect(await waiting()).toBe(before - 1)
    const figures = await t.as('admin', 'select public.admin_post_figures() as figures')
    expect(figures.rows[0]?.figures).toMatchObject({ waiting: before - 1 })
    await later(t)
    expect(await t.value('select status from public.community_posts where id = $1', [w.discussion])).toBe('approved')
    expect(await waiting()).toBe(before - 1)
  }),
)

test(
  'sensitive posts are left out of many, and approved alone only after a question',
  harness(async (t) => {
    const set = `update public.community_posts set status = 'pending', title = $2 where id = $1`
    await t.owner(set, [w.discussion, 'Hat Milo eine schwere Krankheit?'])
    await t.owner(set, [w.poll, 'Wer ist am lustigsten heute?'])
    const many = answerOf(await approve(t, [w.discussion, w.poll], { p_sensitive_seen: true }))
    expect(many.outcomes).toMatchObject([{ id: w.discussion, outcome: 'sensitive' }])
    expect(many.kept).toMatchObject({ count: 1, targets: [`post:${w.poll}`] })
    await t.owner('delete from private.pending_decisions')
    expect(answerOf(await approve(t, [w.discussion]))).toMatchObject({
      kept: null,
      outcomes: [{ outcome: 'sensitive' }],
    })
    const asked = answerOf(await approve(t, [w.discussion], { p_sensitive_seen: true }))
    expect(asked.kept).toMatchObject({ targets: [`post:${w.discussion}`] })
  }),
)

test(
  'a rumor about a star, by tag or name, that names no source is approved alone and with a reason, which the log keeps',
  harness(async (t) => {
    const set = `update public.community_posts set status = 'pending', title = $2, tags = $3 where id = $1`
    const outcomes = async (more: object = {}, posts: string[] = [w.rumor]) =>
      answerOf(await approve(t, posts, more)).outcomes.map(({ outcome }) => outcome)
    const unsourced = async () =>
      adminPostsPage
        .parse(
          (await t.as('moderator', `select public.admin_posts_page('pending', null, null, null, 50) as page`)).rows[0]
            ?.page,
        )
        .items.find(({ id }) => id === w.rumor)?.unsourced
    for (const [title, tags] of [
      ['Da zieht jemand ins Sommerhaus', [w.star]],
      ['Mandy Pfefferkorn zieht ins Sommerhaus', []],
      // As it is read.
      ['MANDY **Pfeffer**korn zieht ins Sommerhaus', []],
    ] as const) {
      await t.owner(set, [w.rumor, title, tags])
      expect(await unsourced()).toBe(true)
      expect(await outcomes()).toEqual(['unsourced'])
    }
    await t.owner(`update public.community_posts set status = 'pending' where id = $1`, [w.poll])
    expect(await outcomes({ p_reason: 'Gesehen.' }, [w.rumor, w.poll])).toEqual(['unsourced'])
    await t.owner('delete from private.pending_decisions')
    expect(await outcomes({ p_reason: 'Dafür spricht: Gesehen.' })).toEqual([])
    await later(t)
    expect(await t.value('select status from public.community_posts where id = $1', [w.rumor])).toBe('approved')
    const log = await t.value(
      `select details ->> 'reason' from public.admin_actions where action_type = 'approve_post' and target_id = $1`,
      [w.rumor],
    )
    expect(log).toBe('Dafür spricht: Gesehen.')
    // Whoever looks at the post later finds the answers beside it.
    const record = await t.as(
      'moderator',
      `select public.admin_posts_page('approved', null, 'Sommerhaus', null, 50) as page`,
    )
    expect(adminPostsPage.parse(record.rows[0]?.page).items.find(({ id }) => id === w.rumor)).toMatchObject({
      published_because: { text: 'Dafür spricht: Gesehen.', by: expect.any(String) },
    })
    await t.owner(`update public.community_posts set status = 'pending' where id = $1`, [w.rumor])
    await t.owner(`update public.post_rumors set source_url = 'https://sender.example/x' where post_id = $1`, [w.rumor])
    expect(await unsourced()).toBe(false)
    expect(await outcomes()).toEqual([])
  }),
)

test(
  'the question before the removal of a spammer names whom and how much, and the removal waits like everything else',
  harness(async (t) => {
    const { rows } = await t.as('moderator', 'select public.admin_spam_preview(array[$1]::uuid[]) as answer', [
      people.other,
    ])
    const [preview] = spamPreview.parse(rows[0]?.answer)
    expect(preview).toMatchObject({ id: people.other, nickname: expect.any(String), posts: expect.any(Number) })
    const { kept } = answerOf(await decide(t, 'spam', { p_id: people.other }))
    expect(kept).toMatchObject({ action: 'spam', name: preview?.nickname, posts: preview?.posts })
    expect(await undo(t)).toBe(true)
    await later(t)
    expect(await isBanned(t)).toBe(false)
  }),
)

test(
  'who has no nickname acts on nothing: the log names people',
  harness(async (t) => {
    await t.platform(`set local session_replication_role = replica`)
    await t.platform(`update public.profiles set nickname = null where id = $1`, [people.moderator])
    await t.platform(`delete from public.public_profiles where id = $1`, [people.moderator])
    await t.platform(`set local session_replication_role = origin`)
    const refused = await t.attempt('moderator', `select public.admin_hide_post($1, 'Wir prüfen das')`, [w.discussion])
    expect(refused.error).toMatchObject({ code: '23514', hint: 'nickname_required' })
  }),
)
