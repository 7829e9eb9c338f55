import { notificationsPage } from '@hot/domain/contract/community'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
type Name = keyof typeof people
const second = '40000000-0000-4000-8000-000000000001'

/** What somebody does, and what takes it back; `back`: does it again. */
type Cause = {
  who: Name
  told: Name
  type: string
  act: string
  undo: [who: Name | 'owner', sql: string]
  back?: string
}
const comment = (content: string, parent: string | null = null, id: string = w.fresh) =>
  `insert into public.comments (id, post_id, parent_id, content)
   values ('${id}', '${w.discussion}', ${parent ? `'${parent}'` : 'null'}, '${content}')`
const removeComment = (id: string = w.fresh) => `delete from public.comments where id = '${id}'`
const own = (table: string) => `delete from public.${table} where user_id = auth.uid()`
const heartOnPost = `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'heart')`
const heartOnComment = `insert into public.comment_reactions (comment_id, reaction) values ('${w.comment}', 'heart')`
const onRumor = `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`
const inPoll = `insert into public.poll_votes (post_id, option_id) values ('${w.poll}', '${w.option}')`
const by = { who: 'member', told: 'other' } as const

const causes: Record<string, Cause> = {
  'a comment, by its author': { ...by, type: 'comment_on_post', act: comment('Na'), undo: ['member', removeComment()] },
  'a comment, by the team': {
    ...by,
    type: 'comment_on_post',
    act: comment('Na'),
    undo: ['moderator', removeComment()],
  },
  'an answer': {
    ...by,
    type: 'subsequent_comment',
    act: comment('Doch', w.comment),
    undo: ['member', removeComment()],
  },
  'a mention, with its comment': {
    ...by,
    told: 'admin',
    type: 'mention',
    act: comment('Hallo @chefin'),
    undo: ['member', removeComment()],
  },
  'a mention, by an edit': {
    ...by,
    told: 'admin',
    type: 'mention',
    act: comment('Hallo @chefin'),
    undo: ['member', `update public.comments set content = 'Hallo' where id = '${w.fresh}'`],
    back: `update public.comments set content = 'Hallo @chefin!' where id = '${w.fresh}'`,
  },
  'a heart on a post': {
    ...by,
    type: 'reaction_on_post',
    act: heartOnPost,
    undo: ['member', own('post_reactions')],
    back: heartOnPost,
  },
  'a heart on a comment': {
    ...by,
    type: 'reaction_on_comment',
    act: heartOnComment,
    undo: ['member', own('comment_reactions')],
    back: heartOnComment,
  },
  'a heart on a comment that is deleted': {
    ...by,
    type: 'reaction_on_comment',
    act: heartOnComment,
    undo: ['other', removeComment(w.comment)],
  },
  'a vote on a rumor': {
    ...by,
    type: 'vote_on_rumor',
    act: onRumor,
    undo: ['member', own('rumor_votes')],
    back: onRumor,
  },
  'a vote in a poll': { ...by, type: 'vote_on_poll', act: inPoll, undo: ['member', own('poll_votes')], back: inPoll },
  'a heart, with its account': {
    ...by,
    type: 'reaction_on_post',
    act: heartOnPost,
    undo: ['owner', `delete from auth.users where id = '${people.member}'`],
  },
  'a heart, by a block': {
    ...by,
    type: 'reaction_on_post',
    act: heartOnPost,
    undo: ['other', `select public.set_block('${people.member}', 'block')`],
  },
  'a comment, by muting': {
    ...by,
    type: 'comment_on_post',
    act: comment('Na'),
    undo: ['other', `select public.set_block('${people.member}', 'mute')`],
  },
}

const unread = async (t: Harness, who: Name) =>
  (await t.as(who, 'select public.get_unread_notification_count(auth.uid()) as n')).rows[0]?.n
const listed = async (t: Harness, who: Name) =>
  notificationsPage.parse((await t.as(who, 'select public.notifications_page() as page')).rows[0]?.page).items
const run = (t: Harness, [who, sql]: [Name | 'owner', string]) => (who === 'owner' ? t.platform(sql) : t.as(who, sql))
const pushesOf = (t: Harness, who: Name) =>
  t.value(
    `select count(*)::int from private.push_queue q join public.notifications n on n.id = q.notification_id and not n.read where n.user_id = $1`,
    [people[who]],
  )

test.each(Object.entries(causes))(
  '%s: what was told of it goes, with the badge and the push',
  (_, { who, told, type, act, undo, back }) =>
    harness(async (t) => {
      await t.owner(`insert into public.push_devices (id, user_id, session_id, kind, token)
      select '${second}', user_id, id, 'android', 'a-token-of-some-length-000' from auth.sessions where user_id = '${people[told]}'`)
      await t.as(who, act)
      await t.settled()
      expect((await listed(t, told)).map((item) => item.type)).toEqual([type])
      expect([await unread(t, told), Number(await pushesOf(t, told)) > 0]).toEqual([1, true])
      await run(t, undo)
      // At once: no job runs in between.
      expect([await listed(t, told), await unread(t, told), await pushesOf(t, told)]).toEqual([[], 0, 0])
      if (!back) return
      await t.as(who, back)
      await t.settled()
      expect(await listed(t, told)).toMatchObject([{ type, read: false, actor: { nickname: 'tvnudel' } }])
      expect(await t.value('select count(*)::int from public.notifications where user_id = $1', [people[told]])).toBe(1)
    })(),
)

const grouped: Record<string, { first: [Name, string]; next: [Name, string]; undo: [Name, string]; left: string }> = {
  'of two hearts': {
    first: ['admin', heartOnPost],
    next: ['member', heartOnPost.replace('heart', 'poop')],
    undo: ['member', own('post_reactions')],
    left: 'chefin hat auf deinen Beitrag „Wer zieht dieses Jahr ein?“ mit ❤️ reagiert.',
  },
  'of two comments': {
    first: ['admin', comment('Eins')],
    next: ['member', comment('Zwei', null, second)],
    undo: ['moderator', removeComment(second)],
    left: 'chefin hat deinen Beitrag „Wer zieht dieses Jahr ein?“ kommentiert.',
  },
  'of two comments of one person': {
    first: ['member', comment('Eins')],
    next: ['member', comment('Zwei', null, second)],
    undo: ['member', removeComment(second)],
    left: 'tvnudel hat deinen Beitrag „Wer zieht dieses Jahr ein?“ kommentiert.',
  },
  'of two votes': {
    first: ['admin', onRumor],
    next: ['member', onRumor],
    undo: ['member', own('rumor_votes')],
    left: 'chefin hat über dein Gerücht „Mandy zieht ins Sommerhaus“ abgestimmt: Stimmt.',
  },
}

test.each(Object.entries(grouped))('%s the one that is left is told', (_, { first, next, undo, left }) =>
  harness(async (t) => {
    await run(t, first)
    await t.settled()
    await run(t, next)
    await t.settled()
    await t.as('other', 'select public.mark_all_notifications_read(auth.uid())')
    await run(t, undo)
    // It counts down, and does not become unread again.
    expect(await listed(t, 'other')).toMatchObject([{ message: left, actors_count: 1, read: true }])
    expect(await unread(t, 'other')).toBe(0)
    const [item] = await listed(t, 'other')
    if (item?.type === 'comment_on_post') expect(item.data).toMatchObject({ comment_excerpt: 'Eins' })
  })(),
)

test(
  'a heart that became another sign is told as that',
  harness(async (t) => {
    await t.as('member', heartOnPost)
    await t.settled()
    await t.as('member', `update public.post_reactions set reaction = 'poop' where user_id = auth.uid()`)
    expect(await listed(t, 'other')).toMatchObject([{ data: { emoji: '💩' }, actors_count: 1 }])
  }),
)

test(
  'new posts count down: of two the one that is left is named, hidden or deleted by whomever',
  harness(async (t) => {
    await t.as('other', `select public.set_follow('member', '${people.member}', 'usual')`)
    for (const [id, title] of [
      [w.fresh, 'Der erste Beitrag'],
      [second, 'Der zweite Beitrag'],
    ]) {
      await t.owner(
        `insert into public.community_posts (id, title, type, author_id, status) values ('${id}', '${title}', 'discussion', '${people.member}', 'pending')`,
      )
      await t.as('moderator', `update public.community_posts set status = 'approved' where id = '${id}'`)
      await t.settled()
    }
    expect(await listed(t, 'other')).toMatchObject([
      { message: 'tvnudel hat 2 Beiträge geschrieben, zuletzt „Der zweite Beitrag“.' },
    ])
    await t.as('member', `delete from public.community_posts where id = '${second}'`)
    expect(await listed(t, 'other')).toMatchObject([
      { message: 'tvnudel hat „Der erste Beitrag“ geschrieben.', post_id: w.fresh, read: false },
    ])
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.fresh}'`)
    expect([await listed(t, 'other'), await unread(t, 'other')]).toEqual([[], 0])
    await t.owner(`update public.community_posts set status = 'approved' where id = '${w.fresh}'`)
    expect(await listed(t, 'other')).toMatchObject([{ message: 'tvnudel hat „Der erste Beitrag“ geschrieben.' }])
  }),
)

test(
  'a removed comment that comes back stands in the lists again and rings nobody',
  harness(async (t) => {
    await t.as('member', comment('Na'))
    await t.settled()
    await t.as('moderator', removeComment())
    await t.owner('delete from private.push_queue')
    await t.owner(`update public.comments set deleted_at = null, content = 'Na' where id = '${w.fresh}'`)
    expect(await listed(t, 'other')).toMatchObject([{ type: 'comment_on_post', data: { comment_excerpt: 'Na' } }])
    expect(await t.value('select count(*)::int from private.push_queue')).toBe(0)
    // Whom the reader has silenced meanwhile does not come back with it.
    await t.as('moderator', removeComment())
    await t.as('other', `select public.set_block('${people.member}', 'mute')`)
    await t.owner(`update public.comments set deleted_at = null, content = 'Na' where id = '${w.fresh}'`)
    expect(await listed(t, 'other')).toEqual([])
  }),
)
