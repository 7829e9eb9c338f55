import { expect, test } from 'vitest'
import { people } from '../support/people.ts'
import { usePages, walk } from './page-fixture.ts'
import { named } from './page-rows.ts'

const pages = usePages()

/** Over 5,000 comments: many at one instant and with equal hearts, some answered. Without triggers, which take minutes. */
async function fillDiscussion(): Promise<void> {
  await pages.owner('alter table public.comments disable trigger user')
  await pages.owner(
    `insert into public.comments (post_id, author_id, content, created_at, hearts_count)
     select $1::uuid, $2::uuid, 'Kommentar Nummer ' || n, now() - interval '2 days' + (n / 50) * interval '1 minute', n % 7
     from generate_series(1, 4000) n`,
    [named.discussion, people.other],
  )
  await pages.owner(
    `insert into public.comments (post_id, parent_id, author_id, content, created_at)
     select c.post_id, c.id, $2::uuid, 'Antwort', c.created_at + interval '1 minute'
     from public.comments c cross join generate_series(1, 2) where c.post_id = $1::uuid and c.content ~ '^Kommentar Nummer .*[37]$'`,
    [named.discussion, people.member],
  )
  await pages.owner('alter table public.comments enable trigger user')
}

test('more than 5,000 comments are paged to the last, each once, in order', async () => {
  await fillDiscussion()
  const all = await pages.owner<{ id: string; parent_id: string | null }>(
    'select id::text, parent_id::text from public.comments where post_id = $1',
    [named.discussion],
  )
  expect(all.length).toBeGreaterThan(5_000)
  for (const [sort, order] of [
    ['new', 'created_at desc, id desc'],
    ['best', 'hearts_count - poops_count desc, created_at desc, id desc'],
  ]) {
    const { items } = await walk(pages, 'comments_page', { p_post_id: named.discussion, p_sort: sort }, 100)
    const expected = await pages.owner<{ id: string }>(
      `select id::text from public.comments where post_id = $1 and parent_id is null order by ${order}`,
      [named.discussion],
    )
    expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const replies = items.flatMap((item) => item.replies as { id: string }[])
    expect(new Set([...items, ...replies].map(({ id }) => id)).size).toBe(all.length)
    expect(items.length + replies.length).toBe(all.length)
  }
})
