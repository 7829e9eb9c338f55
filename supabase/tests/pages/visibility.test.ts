import { expect, test } from 'vitest'
import { type Caller, usePages, walk } from './page-fixture.ts'
import { comment, named, season, star } from './page-rows.ts'

const pages = usePages()

type Item = Record<string, unknown> & { id: string }
const page = async (rpc: string, args: Record<string, unknown>, caller: Caller = 'guest') =>
  (await pages.call(rpc, args, caller)) as Record<string, unknown>

const addressOf = async (id: string) => {
  const [row] = await pages.owner<{ type: string; day: string; slug: string }>(
    'select type, day::text, slug from public.community_posts where id = $1',
    [id],
  )
  return { p_type: row?.type, p_day: row?.day, p_slug: row?.slug }
}

test('waiting and rejected posts are on no public page, not even for their authors and staff', async () => {
  for (const caller of ['guest', 'member', 'other', 'admin'] as const) {
    for (const id of [named.pending, named.rejected]) {
      expect(await pages.call('post_path', { p_id: id }, caller)).toBeNull()
      expect(await pages.call('post_live', { p_id: id }, caller)).toBeNull()
      expect(await pages.call('post_page', await addressOf(id), caller)).toBeNull()
      expect(await page('comments_page', { p_post_id: id }, caller)).toMatchObject({ items: [], next: null, total: 0 })
    }
    const texts = await Promise.all(
      ['home_page', 'trashtalk_page', 'posts_page', 'posts_aside', 'posts_feed'].map((rpc) =>
        pages.call(rpc, {}, caller),
      ),
    )
    expect(JSON.stringify(texts)).not.toMatch(/Wartet noch|abgelehnt/)
    expect(JSON.stringify(await pages.call('search_all', { p_query: 'wartet freigabe' }, caller))).not.toContain(
      'Wartet',
    )
  }
  const entries = await walk(pages, 'sitemap_entries', { p_kind: 'post' }, 100)
  expect(JSON.stringify(entries)).not.toMatch(/wartet|abgelehnt/)
})

test('cards show approved posts only, even if row-level security does not apply', async () => {
  const cards = await pages.owner<{ id: string }>('select id::text as id from private.post_cards where id = any ($1)', [
    [named.pending, named.rejected, named.poll],
  ])
  expect(cards.map(({ id }) => id)).toEqual([named.poll])
})

test('inactive stars and formats are on no public page, not even for staff', async () => {
  for (const caller of ['guest', 'admin'] as const) {
    const cast = (await page('season_page', { p_format: 'sommerhaus', p_season: '3' }, caller)).cast as Item[]
    expect(cast.map(({ id }) => id)).toEqual([named.ranked, named.fewVotes])
    expect(await pages.call('format_page', { p_slug: 'geheimes-format' }, caller)).toBeNull()
    expect(await pages.call('season_path', { p_season_id: season(5) }, caller)).toBeNull()
    expect(JSON.stringify(await pages.call('search_all', { p_query: 'pfefferkorn' }, caller))).not.toContain(
      'Verborgen',
    )
    expect(JSON.stringify(await pages.call('formats_page', {}, caller))).not.toContain('Geheim')
    const { tags } = await page('post_page', await addressOf(named.discussion), caller)
    expect((tags as { star: Item }[]).map((tag) => tag.star.id)).toEqual([named.umlaut])
  }
})

test('a post without author, its card and its feed entry', async () => {
  expect(await page('post_page', await addressOf(named.orphan))).toMatchObject({
    author: null,
    content: 'Niemand mehr.',
  })
  const feed = (await pages.call('posts_feed')) as { title: string; author: string | null }[]
  expect(feed.find(({ title }) => title === 'Wer hat das geschrieben?')?.author).toBeNull()
})

test('a rumor with its votes, status and source; the excerpt is cut at 180 characters', async () => {
  const rumor = await page('post_page', await addressOf(named.rumor))
  expect(rumor).toMatchObject({
    rumor: { status: 'verified', agree: 3, disagree: 1 },
    votes: 4,
    hearts: 7,
    poll: null,
    excerpt: 'Ä'.repeat(180),
    rumor_details: { source_url: 'https://blatt.example', reason: 'Stimmt.', verification_source: 'Sender' },
  })
  expect((rumor.content as string).length).toBe(500)
})

test('polls with and without an end, options in order', async () => {
  const open = await page('post_page', await addressOf(named.poll))
  expect(open.poll).toMatchObject({
    options: [
      { text: 'Mandy', votes: 6 },
      { text: 'Rico', votes: 0 },
    ],
  })
  const ended = (await page('post_page', await addressOf(named.endedPoll))).poll as { ends_at: string }
  expect(Date.parse(ended.ends_at)).toBeLessThan(Date.now())
})

test('the poll of the day is open, and nothing on the start page is shown twice', async () => {
  const home = (await page('home_page', {})) as Record<
    'lead' | 'rumor' | 'poll' | 'poll_of_day' | 'discussion',
    Item | null
  >
  expect(home.lead?.id).toBe(named.rumor)
  expect(home.rumor).toBeNull()
  expect(home.poll_of_day?.id).toBe(named.poll)
  expect(home.poll?.id).toBe(named.endedPoll)
  expect(home.discussion?.id).toBe(named.discussion)
})

test('today on television runs from 05:00 to 05:00', async () => {
  const { today } = (await page('home_page', {})) as { today: { title: string }[] }
  expect(today.map(({ title }) => title)).toContain('Nachts')
  expect(today.map(({ title }) => title)).not.toContain('Frühstück morgen')
})

test('drafts and scheduled news are hidden', async () => {
  const { news } = (await page('home_page', {})) as { news: { title: string }[] }
  expect(news.map(({ title }) => title)).toEqual(['Es geht los'])
  expect(await page('news_page', {})).toMatchObject({ items: [{ title: 'Es geht los' }], next: null })
  for (const slug of ['entwurf', 'morgen', 'keine'])
    for (const person of ['guest', 'moderator'] as const)
      expect(await pages.call('news_article', { p_slug: slug }, person)).toBeNull()
})

test('a deleted comment keeps its thread, without text and author; replies oldest first', async () => {
  const { items, total } = (await page('comments_page', { p_post_id: named.discussion, p_limit: 100 })) as {
    items: (Item & { replies: Item[] })[]
    total: number
  }
  const deleted = items.find(({ id }) => id === comment(1))
  expect(deleted).toMatchObject({ is_deleted: true, content: '', author: null, hearts: 0 })
  expect(deleted?.replies.map(({ content }) => content)).toEqual(['Erste Antwort', 'Zweite Antwort'])
  expect(items.find(({ id }) => id === comment(2))).toMatchObject({ is_author: true, is_team: false, hearts: 1 })
  expect(items.find(({ id }) => id === comment(3))).toMatchObject({ is_author: false, is_team: true })
  expect(items[0]?.id).toBe(comment(2))
  expect(total).toBe(items.filter((item) => !item.is_deleted).length + 2)
})

test('stars below the minimum of votes have neither score nor rank', async () => {
  const ranked = await page('star_page', { p_slug: 'mandy-pfefferkorn' })
  expect(ranked).toMatchObject({ rank: 1, votes: 12, realness: { average: null, votes: 0 } })
  expect(ranked.hot_score).toBeGreaterThan(50)
  const [{ slug } = { slug: '' }] = await pages.owner<{ slug: string }>('select slug from public.stars where id = $1', [
    named.fewVotes,
  ])
  expect(await page('star_page', { p_slug: slug })).toMatchObject({ hot_score: null, rank: null, votes: 1 })
})

test('former slugs answer with the current one', async () => {
  expect(await page('star_page', { p_slug: named.oldStarSlug })).toMatchObject({
    id: star(1),
    slug: 'mandy-pfefferkorn',
  })
  expect(await page('format_page', { p_slug: 'das-sommerhaus-der-stars' })).toMatchObject({ slug: 'sommerhaus' })
  expect(await page('season_page', { p_format: 'das-sommerhaus-der-stars', p_season: '3' })).toMatchObject({
    slug: 'staffel-3',
    format: { slug: 'sommerhaus' },
  })
  expect(await page('profile_page', { p_slug: 'couchkartoffel' })).toMatchObject({ slug: 'nachtschicht' })
  expect(await page('profile_page', { p_slug: '@NachtSchicht' })).toMatchObject({ slug: 'nachtschicht' })
  expect(await page('profile_page', { p_slug: '@couchkartoffel' })).toBeNull()
  expect(await pages.call('season_path', { p_season_id: named.running })).toEqual({
    format_slug: 'sommerhaus',
    season_slug: 'staffel-3',
  })
})

test('equal slugs on one day lead to different posts by the end of the id or the whole id', async () => {
  const posts = await pages.owner<{ id: string; type: string; day: string; slug: string }>(
    `select id, type, day::text, slug from public.community_posts where title = 'Gleicher Titel 3' order by slug`,
  )
  expect(posts).toHaveLength(2)
  for (const { id, type, day, slug } of posts) {
    for (const address of [slug, `${slug}-${id.slice(-4)}`, `${slug}-${id}`])
      expect(await page('post_page', { p_type: type, p_day: day, p_slug: address })).toMatchObject({ id })
  }
})

test('seasons: status by day, neighbours, and by their episodes if they have no dates', async () => {
  const { seasons } = (await page('format_page', { p_slug: 'sommerhaus' })) as { seasons: Item[] }
  expect(seasons.map(({ season_number, status }) => [season_number, status])).toEqual([
    [4, 'upcoming'],
    [3, 'running'],
    [2, 'ended'],
    [1, 'ended'],
  ])
  expect(await page('season_page', { p_format: 'sommerhaus', p_season: 'staffel-3' })).toMatchObject({
    previous: { slug: 'staffel-2', season_number: 2 },
    next: { slug: 'staffel-4', season_number: 4 },
  })
})

test('format cards: participants once each, top stars by score, the next episode that has not begun', async () => {
  const { items } = (await page('formats_page', {})) as {
    items: (Item & { top_stars: Item[]; next_episode: { title: string } })[]
  }
  const sommerhaus = items.find(({ id }) => id === named.sommerhaus)
  expect(sommerhaus).toMatchObject({ participants: 4, seasons_count: 4 })
  expect(sommerhaus?.top_stars.map(({ id }) => id)).toEqual([named.ranked, named.fewVotes, named.noVotes])
  expect(['Nachts', 'Folge 2', 'Frühstück morgen']).toContain(sommerhaus?.next_episode.title)
  expect(items.find(({ id }) => id === named.emptyFormat)).toMatchObject({
    participants: 0,
    top_stars: [],
    next_episode: null,
  })
})

test('the calendar: no parents of series, filters by id or slug, free text without a format', async () => {
  const titles = async (args: Record<string, unknown>) =>
    (
      (await page('calendar_page', { p_from: '2000-01-01', p_to: '2035-01-01', ...args })).items as { title: string }[]
    ).map(({ title }) => title)
  expect(await titles({})).not.toContain('Vorlage')
  expect(await titles({ p_from: '2031-01-01', p_to: '2031-01-01' })).toEqual(['Ohne Format'])
  expect(await titles({ p_broadcaster: 'rtl' })).toEqual(['Folge 1', 'Folge 2', 'Folge 3'])
  expect(await titles({ p_provider: 'rtl' })).toEqual(['Folge 1', 'Folge 2', 'Folge 3'])
  expect(await titles({ p_format: 'sommerhaus' })).toContain('Lange her')
  for (const filter of ['p_broadcaster', 'p_provider', 'p_format'])
    expect(await titles({ [filter]: 'gibts-nicht' })).toEqual([])
  const { broadcasters } = (await page('calendar_page', { p_from: '2031-01-01', p_to: '2031-01-01' })) as {
    broadcasters: { name: string }[]
  }
  expect(broadcasters.map(({ name }) => name)).toEqual(['Joyn', 'RTL'])
})

test('a season has all its episodes, a format only upcoming ones', async () => {
  const all = (await pages.call('format_events', { p_format_id: named.sommerhaus, p_season_id: named.undated })) as {
    title: string
  }[]
  expect(all.map(({ title }) => title)).toEqual(['Lange her'])
  const coming = (await pages.call('format_events', { p_format_id: named.sommerhaus })) as { title: string }[]
  expect(coming.map(({ title }) => title)).not.toContain('Folge 1')
  expect(coming.at(-1)?.title).toBe('Folge 3')
})
