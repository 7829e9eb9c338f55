import { randomUUID } from 'node:crypto'
import * as wire from '@hot/domain/contract/community'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { people } from '../support/people.ts'
import { type Caller, usePages, walk } from './page-fixture.ts'
import { comment, named } from './page-rows.ts'

const pages = usePages()
const members: Caller[] = ['member', 'other', 'moderator', 'admin']

/** Every RPC of the community with the schema of its answer. Strict: a field too many fails as one too few does. */
const answers: [rpc: string, args: Record<string, unknown>, schema: ZodType][] = [
  ['own_post', { p_id: named.poll }, wire.ownPostPage],
  ['own_post', { p_id: named.rejected }, wire.ownPostPage],
  ['own_post', { p_id: 'keine' }, wire.ownPostPage],
  ['post_history', { p_id: named.poll }, wire.postHistory],
  ['post_history', { p_id: 'keine' }, wire.postHistory],
  ['unpublished_post', { p_type: null, p_day: null, p_slug: named.rejected }, wire.unpublishedPost],
  ['unpublished_post', { p_type: 'poll', p_day: 'nie', p_slug: 'x' }, wire.unpublishedPost],
  ['restore_own_post', { p_id: randomUUID() }, wire.restoreOwnPostAnswer],
  ['delete_own_post', { p_id: randomUUID() }, wire.deleteOwnPostAnswer],
  ['tag_search', { p_query: 'mandy' }, wire.tagSearch],
  ['viewer_posts', { p_ids: [named.rumor, named.poll, named.rumor, randomUUID()] }, wire.viewerPosts],
  ['viewer_posts', { p_ids: null }, wire.viewerPosts],
  ['viewer_comments', { p_post_id: named.discussion }, wire.viewerComments],
  [
    'comment_news',
    { p_post_id: named.discussion, p_since: '2026-01-01T00:00:00Z', p_shown: [comment(2)] },
    wire.commentNews,
  ],
  ['comment_thread', { p_comment_id: comment(5) }, wire.commentThread],
  ['comment_thread', { p_comment_id: 'x' }, wire.commentThread],
  ['mention_suggestions', { p_post_id: named.discussion }, wire.mentionSuggestions],
  ['mention_suggestions', { p_post_id: named.discussion, p_query: 'W' }, wire.mentionSuggestions],
  ['voting_page', {}, wire.votingPage],
  ['voting_page', { p_limit: 50 }, wire.votingPage],
  ['viewer_star', { p_star_id: named.ranked }, wire.viewerStar],
  ['viewer_star', { p_star_id: 'x' }, wire.viewerStar],
  ['viewer_fans', { p_ids: [named.ranked, named.single] }, wire.viewerFans],
  ['set_star_votes', { p_star_id: named.single, p_demand: 5, p_drama: 0 }, wire.starVotesAnswer],
  ['notifications_page', {}, wire.notificationsPage],
  ['notifications_page', { p_unread: true, p_limit: 8 }, wire.notificationsPage],
  ['karma_page', {}, wire.karmaPage],
]

test.each(answers)('%s %o answers in its shape', async (rpc, args, schema) => {
  for (const caller of members) schema.parse(await pages.call(rpc, args, caller))
})

test('a post is written, found by its author, changed and deleted', async () => {
  const id = randomUUID()
  const draft = {
    p_title: 'Wer bleibt bis zum Ende?',
    p_content: 'Ich nicht.',
    p_tags: [named.ranked, named.sommerhaus],
  }
  const saved = wire.savedPost.parse(await pages.call('create_post', { p_id: id, p_type: 'rumor', ...draft }, 'member'))
  expect(saved).toMatchObject({ id, type: 'rumor', status: 'pending', slug: 'wer-bleibt-bis-zum-ende' })
  const own = wire.ownPostPage.parse(await pages.call('own_post', { p_id: id }, 'member'))
  expect(own?.tags.map(({ kind }) => kind)).toEqual(['star', 'format'])
  expect(await pages.call('own_post', { p_id: id }, 'other')).toBeNull()
  const change = { p_id: id, ...draft, p_content: 'Du auch nicht.', p_source_url: 'https://blatt.example/1' }
  wire.savedPost.parse(await pages.call('update_post', change, 'member'))
  expect(await pages.call('own_post', { p_id: id }, 'member')).toMatchObject({
    content: 'Du auch nicht.',
    source_url: 'https://blatt.example/1',
  })
  const history = wire.postHistory.parse(await pages.call('post_history', { p_id: id }, 'member'))
  expect(history?.versions.map(({ text }) => [text.content, text.source_url, text.tags.length])).toEqual([
    ['Ich nicht.', null, 2],
  ])
  expect(await pages.call('delete_own_post', { p_id: id }, 'other')).toBe(false)
  expect(await pages.call('delete_own_post', { p_id: id }, 'member')).toBe(true)
  expect(await pages.call('delete_own_post', { p_id: id }, 'member')).toBe(false)
})

test('a deep link shows the thread of a comment, and nothing under a waiting post', async () => {
  const answer = wire.commentThread.parse(await pages.call('comment_thread', { p_comment_id: comment(5) }))
  expect(answer?.thread).toMatchObject({ id: comment(1), is_deleted: true, content: '' })
  expect(answer?.thread.replies.map(({ content }) => content)).toEqual(['Erste Antwort', 'Zweite Antwort'])
  expect(answer?.post.id).toBe(named.discussion)
  const [hidden] = await pages.owner<{ id: string }>('select id::text from public.comments where post_id = $1', [
    named.pending,
  ])
  expect(await pages.call('comment_thread', { p_comment_id: hidden?.id }, 'member')).toBeNull()
})

test('suggestions: people of the thread first, in any case, never oneself, nobody for an empty query', async () => {
  const names = async (query: string, caller: Caller) =>
    wire.mentionSuggestions
      .parse(await pages.call('mention_suggestions', { p_post_id: named.discussion, p_query: query }, caller))
      .map(({ nickname }) => nickname)
  expect(await names('', 'admin')).toEqual(['nachtschicht', 'tvnudel', 'lagerwache'])
  expect(await names('NACHT', 'admin')).toEqual(['nachtschicht'])
  expect(await names('nacht', 'other')).toEqual([])
  expect(await names('waehler', 'admin')).toHaveLength(6)
  for (const odd of ['%', '_', '\\', "'", 'x'.repeat(10_000)]) expect(await names(odd, 'admin')).toEqual([])
})

test('tags are active formats and stars that match every word, eight at most', async () => {
  const found = async (query: string) => wire.tagSearch.parse(await pages.call('tag_search', { p_query: query }))
  expect((await found('sommerhaus')).map(({ kind }) => kind)).toEqual(['format'])
  expect(await found('gleich')).toHaveLength(8)
  for (const nothing of ['', ' ', 'geheimes', 'verborgen', '%', 'gleich mandy'])
    expect(await found(nothing)).toEqual([])
})

test('the card stack omits and counts fully rated stars, and includes them again after a withdrawal', async () => {
  const page = async () => wire.votingPage.parse(await pages.call('voting_page', { p_limit: 3 }, 'admin'))
  const first = await page()
  expect(first.stars[0]).toMatchObject({ id: named.ranked, rank: 1, mine: { demand: null } })
  const vote = (votes: object) => pages.call('set_star_votes', { p_star_id: named.ranked, ...votes }, 'admin')
  await vote({ p_demand: 1, p_realness: 2 })
  expect((await page()).stars[0]?.mine).toEqual({ demand: 1, realness: 2, drama: null })
  expect(await vote({ p_drama: 3 })).toMatchObject({ demand: 1, realness: 2, drama: 3, fan: false })
  const after = await page()
  expect(after.rated).toBe(first.rated + 1)
  expect(after.total).toBe(36)
  expect(after.stars.map(({ id }) => id)).not.toContain(named.ranked)
  await vote({ p_drama: 0 })
  expect((await page()).stars[0]?.id).toBe(named.ranked)
})

test('choices are the caller’s own, one entry per post', async () => {
  const choices = wire.viewerPosts.parse(
    await pages.call('viewer_posts', { p_ids: [named.discussion, named.rumor, named.discussion] }, 'banned'),
  )
  expect(choices).toEqual([
    { post_id: named.discussion, reaction: null, rumor_vote: null, poll_option: null, saved: false, sticker: null },
    { post_id: named.rumor, reaction: 'heart', rumor_vote: null, poll_option: null, saved: false, sticker: null },
  ])
  expect(await pages.call('viewer_comments', { p_post_id: named.discussion }, 'member')).toEqual({
    reactions: [{ comment_id: comment(2), reaction: 'heart' }],
    unread: 0,
    first_unread: null,
    newest: expect.any(String),
  })
  expect(await pages.call('viewer_comments', { p_post_id: named.rumor }, 'member')).toMatchObject({ reactions: [] })
})

test('of the stars that are asked for, those the caller is a fan of are named, and nobody else’s', async () => {
  const ids = [named.ranked, named.single]
  const fansOf = (caller: Caller) => pages.call('viewer_fans', { p_ids: ids }, caller)
  await pages.owner('delete from public.star_fans where user_id = $1 or user_id = $2', [people.member, people.admin])
  await pages.owner('insert into public.star_fans (user_id, star_id) values ($1, $2)', [people.member, named.single])
  expect(await fansOf('member')).toEqual([named.single])
  expect(await fansOf('admin')).toEqual([])
})

test('the ledger names the post of each entry unless it is hidden', async () => {
  const { items } = await walk(pages, 'karma_page', {}, 3, 'other')
  const { total } = wire.karmaPage.parse(await pages.call('karma_page', {}, 'other'))
  expect(items.reduce((sum, item) => sum + Number(item.delta), 0)).toBe(total)
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.find(({ reason }) => reason === 'rumor_verified')?.post).toMatchObject({ id: named.rumor })
  expect(items.find(({ reason }) => reason === 'comment_heart')?.post).toMatchObject({ id: named.discussion })
})

test('notifications have pages and a filter for unread ones, without reply_to_comment', async () => {
  await pages.owner(
    `insert into public.notifications (user_id, type, title, message, read, created_at)
     select $1, case when n % 5 = 0 then 'reply_to_comment' else 'mention' end, 'Titel', n::text, n % 2 = 0, now() - interval '1 day' from generate_series(1, 45) n`,
    [people.banned],
  )
  const all = await walk(pages, 'notifications_page', {}, 20, 'banned')
  expect([all.items.length, all.pages, new Set(all.items.map(({ id }) => id)).size]).toEqual([36, 2, 36])
  const unread = await walk(pages, 'notifications_page', { p_unread: true }, 7, 'banned')
  expect(unread.items.map(({ read }) => read)).toEqual(Array(18).fill(false))
})
