import { postsFeed } from '@hot/domain/contract/feed'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

/** Where guests are told what is new, and where crawlers are. `true`: it names the rumor. */
async function told(t: Harness): Promise<Record<string, boolean>> {
  const calls = {
    feed: 'posts_feed()',
    'feed of rumors': `posts_feed('rumor')`,
    'new posts': `posts_page(p_sort => 'new')`,
    'new rumors': `posts_page(p_type => 'rumor', p_sort => 'new')`,
    'new posts of a star': `posts_page(p_sort => 'new', p_tag => '${w.star}')`,
    'start page': 'home_page()',
    sitemap: `sitemap_entries('post')`,
    'hot rumors': `posts_page(p_type => 'rumor', p_sort => 'hot')`,
  }
  const answers: Record<string, boolean> = {}
  for (const [name, call] of Object.entries(calls)) {
    const answer = (await t.as('guest', `select public.${call}::text as answer`)).rows[0]?.answer as string
    answers[name] = answer.includes('mandy-zieht-ins-sommerhaus')
  }
  return answers
}

test(
  'a debunked rumor is told as news nowhere, and stays where people look for it',
  harness(async (t) => {
    await t.owner(`update public.community_posts set tags = array['${w.star}'::uuid] where id = $1`, [w.rumor])
    const everywhere = await told(t)
    expect(Object.values(everywhere)).toEqual(Object.keys(everywhere).map(() => true))
    await t.owner(`update public.post_rumors set rumor_status = 'debunked' where post_id = $1`, [w.rumor])
    const nowhere = Object.fromEntries(Object.keys(everywhere).map((name) => [name, false]))
    expect(await told(t)).toEqual({ ...nowhere, 'hot rumors': true })
  }),
)

test(
  'the feed says what is known about each rumor',
  harness(async (t) => {
    await t.owner(`update public.post_rumors set rumor_status = 'verified' where post_id = $1`, [w.rumor])
    const feed = postsFeed.parse((await t.as('guest', 'select public.posts_feed() as answer')).rows[0]?.answer)
    const statuses = Object.fromEntries(feed.map(({ id, rumor }) => [id, rumor?.status]))
    expect(statuses).toMatchObject({ [w.rumor]: 'verified', [w.poll]: undefined })
  }),
)
