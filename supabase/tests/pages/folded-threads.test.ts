import { type CommentNews, commentReplies, commentThread, freshComments } from '@hot/domain/contract/community'
import { commentsPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { usePages } from './page-fixture.ts'
import { named } from './page-rows.ts'

const pages = usePages()
const root = '60000000-0000-4000-8000-000000000000'
const reply = (n: number) => `60000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const numbers = (ids: readonly { id: string }[]) => ids.map(({ id }) => Number(id.slice(-12)))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place)

/** A comment with `count` answers, two in each minute. Without triggers. */
async function longThread(count: number): Promise<void> {
  await pages.owner('alter table public.comments disable trigger user')
  await pages.owner('delete from public.comments where id = $1', [root])
  await pages.owner(
    `insert into public.comments (id, post_id, author_id, content, created_at) values ($1, $2, $3, 'Fang an', now() - interval '1 day')`,
    [root, named.rumor, people.other],
  )
  await pages.owner(
    `insert into public.comments (id, post_id, parent_id, author_id, content, created_at)
     select ('60000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, $3, 'Antwort ' || n, now() - interval '20 hours' + (n / 2) * interval '1 minute'
     from generate_series(1, $4::integer) n`,
    [named.rumor, root, people.member, count],
  )
  await pages.owner('alter table public.comments enable trigger user')
}
const threadOnPage = async () => {
  const { items } = commentsPage.parse(await pages.call('comments_page', { p_post_id: named.rumor }))
  return items.find(({ id }) => id === root)
}

test('of 200 answers the page has three and their number, and the rest is paged to the last, forwards and back', async () => {
  await longThread(200)
  const shown = await threadOnPage()
  expect(shown).toMatchObject({ reply_count: 200, earlier: null, later: reply(3) })
  expect(numbers(shown?.replies ?? [])).toEqual([1, 2, 3])
  const ask = async (args: object) =>
    commentReplies.parse(await pages.call('comment_replies', { p_comment_id: root, ...args }))
  const forwards = [1, 2, 3]
  for (let more = true; more; ) {
    const answer = await ask({ p_after: reply(forwards.at(-1) ?? 0) })
    forwards.push(...numbers(answer.items))
    more = answer.more
  }
  expect(forwards).toEqual(range(1, 200))
  expect(await ask({ p_before: reply(101), p_limit: 5 })).toMatchObject({
    more: true,
    items: range(96, 100).map((n) => ({ id: reply(n) })),
  })
  expect(numbers((await ask({ p_before: reply(3) })).items)).toEqual([1, 2])
  expect(await ask({ p_after: reply(200) })).toEqual({ items: [], more: false })
  for (const odd of ['x', named.rumor, reply(999)])
    expect((await ask({ p_after: odd, p_limit: 2 })).items.map(({ id }) => id)).toEqual([reply(1), reply(2)])
})

test('five answers are not folded', async () => {
  await longThread(5)
  expect(await threadOnPage()).toMatchObject({
    reply_count: 5,
    later: null,
    replies: range(1, 5).map((n) => ({ id: reply(n) })),
  })
})

test.each([
  [root, range(1, 25), null, 25],
  [reply(2), range(1, 26), null, 26],
  [reply(100), range(95, 124), 95, 124],
  [reply(199), range(194, 200), 194, null],
])('a link to %s shows the answers around it', async (linked, shown, earlier, later) => {
  await longThread(200)
  const answer = commentThread.parse(await pages.call('comment_thread', { p_comment_id: linked }))
  expect(numbers(answer?.thread.replies ?? [])).toEqual(shown)
  expect(answer?.thread).toMatchObject({
    reply_count: 200,
    earlier: earlier && reply(earlier),
    later: later && reply(later),
  })
})

test('an open page is told what it missed, and fetches only that', async () => {
  await longThread(30)
  const since = new Date(Date.now() - 20 * 3_600_000 + 13 * 60_000 - 30_000).toISOString()
  await pages.owner('update public.comments set hearts_count = 4 where id = $1', [reply(1)])
  await pages.owner(`update public.comments set deleted_at = now(), content = '' where id in ($1, $2)`, [
    reply(2),
    reply(28),
  ])
  await pages.owner(`update public.comments set content = 'Anders', edited_at = now() where id = $1`, [reply(3)])
  const news = (await pages.call(
    'comment_news',
    { p_post_id: named.rumor, p_since: since, p_shown: [root, reply(1), reply(2), reply(3), named.rumor] },
    'member',
  )) as NonNullable<CommentNews>
  expect(numbers(news.fresh)).toEqual([26, 27, 29, 30])
  expect(news.fresh[0]).toEqual({ id: reply(26), parent_id: root, own: true })
  expect(new Map(news.shown.map((one) => [one.id, one]))).toEqual(
    new Map(
      [
        { id: root, hearts: 0, poops: 0, is_deleted: false, edit: null },
        { id: reply(1), hearts: 4, poops: 0, is_deleted: false, edit: null },
        { id: reply(2), hearts: 0, poops: 0, is_deleted: true, edit: null },
        {
          id: reply(3),
          hearts: 0,
          poops: 0,
          is_deleted: false,
          edit: { content: 'Anders', mentions: null, edited_at: expect.any(String) },
        },
      ].map((one) => [one.id, one]),
    ),
  )
  const fetched = freshComments.parse(
    await pages.call('fresh_comments', { p_post_id: named.rumor, p_ids: [reply(27), reply(26)] }, 'other'),
  )
  expect(fetched).toMatchObject([
    { id: root, reply_count: 30, earlier: reply(26), later: null, replies: [{ id: reply(26) }, { id: reply(27) }] },
  ])
  for (const post of [named.pending, 'x']) {
    expect(await pages.call('comment_news', { p_post_id: post, p_since: since, p_shown: [] }, 'member')).toBeNull()
    expect(await pages.call('fresh_comments', { p_post_id: post, p_ids: [reply(26)] }, 'member')).toEqual([])
  }
})

test('unread is what others wrote since a member last read; the time only moves forward and never ahead', async () => {
  await longThread(30)
  const unread = async (who: 'other' | 'member') => pages.call('viewer_comments', { p_post_id: named.rumor }, who)
  const read = (ago: string) =>
    pages.owner(
      `insert into public.comment_reads (user_id, post_id, read_at) values ($1, $2, now() + $3::interval)
       on conflict (user_id, post_id) do update set read_at = excluded.read_at`,
      [people.other, named.rumor, ago],
    )
  expect(await unread('other')).toMatchObject({ unread: 0, first_unread: null, newest: expect.any(String) })
  await read('-19 hours -48 minutes -30 seconds')
  expect(await unread('other')).toMatchObject({ unread: 7, first_unread: reply(24) })
  await read('-1 day')
  expect(await unread('other')).toMatchObject({ unread: 7 })
  await read('1 day')
  expect(await pages.owner('select read_at <= now() as past from public.comment_reads')).toEqual([{ past: true }])
  expect(await unread('other')).toMatchObject({ unread: 0 })
  expect(await unread('member')).toMatchObject({ unread: 0, first_unread: null })
})
