import { asServer, type Member } from './members.ts'
import { newBallot, newDiscussion, type OpenPost } from './posts.ts'
import { expected, type Requests } from './requests.ts'
import type { Samples } from './samples.ts'

/** A text of at most this many characters, 80 unless said; each time another one, because some names are unique. */
export type Word = (length?: number) => string

/** Posts of all kinds and a comment, each text a word; `columns` override the defaults of all three posts. */
export async function rudePosts(request: Requests, author: Member, word: Word, columns: object = {}) {
  const poll = await newBallot(request, author, 'poll', { title: word(), content: word(200), ...columns })
  for (const position of [1, 2])
    await patch(request, `poll_options?post_id=eq.${poll.id}&position=eq.${position}`, { text: word() })
  const rumor = await newBallot(request, author, 'rumor', { title: word(140), content: word(200), ...columns })
  const discussion = await newDiscussion(request, author, columns)
  await patch(request, `community_posts?id=eq.${discussion.id}`, { title: word(140), content: word(200) })
  await add(request, 'comments', { post_id: poll.id, author_id: author.id, content: word(300) })
  return { poll, rumor, discussion }
}

async function patch(request: Requests, query: string, data: object): Promise<void> {
  await expected(await request.patch(`/rest/v1/${query}`, { headers: asServer(), data }), 204)
}

type Row = { id: string; slug: string; title?: string; name?: string; full_name?: string }

async function add(request: Requests, table: string, data: object): Promise<Row> {
  const headers = { ...asServer(), prefer: 'return=representation' }
  const answer = await expected(await request.post(`/rest/v1/${table}`, { headers, data }), 201)
  const [row] = (await answer.json()) as Row[]
  if (!row) throw new Error(`no row of ${table} came back`)
  return row
}

export type RudeWorld = {
  samples: Samples
  star: string
  format: string
  season: string
  event: string
  remove: () => Promise<void>
}

/** Everything a page shows of people and the team, each text a word; today, so that all pages show it. */
export async function rudeWorld(request: Requests, author: Member, word: Word): Promise<RudeWorld> {
  const broadcaster = await add(request, 'broadcasters', { name: word() })
  const provider = await add(request, 'streaming_providers', { name: word() })
  const star = await add(request, 'stars', {
    // Its slug, made of the three, has 200 characters at most.
    first_name: word(),
    last_name: word(40),
    nickname: word(50),
    bio: word(300),
  })
  await add(request, 'star_social_accounts', {
    star_id: star.id,
    platform: 'tiktok',
    handle: word(),
    url: 'https://tiktok.com/@w',
  })
  const channels = { broadcaster_id: broadcaster.id, streaming_provider_id: provider.id }
  const format = await add(request, 'formats', {
    name: word(),
    short_name: word(60),
    description: word(300),
    ...channels,
  })
  const season = await add(request, 'seasons', {
    format_id: format.id,
    season_number: 1,
    title: word(),
    location: word(),
    description: word(300),
    start_date: day(-7),
    end_date: day(30),
  })
  await add(request, 'season_participants', { season_id: season.id, star_id: star.id, placement: word() })
  const show = { format_id: format.id, season_id: season.id, description: word(300), ...channels }
  const event = await add(request, 'calendar_events', {
    title: word(),
    event_date: day(0),
    event_time: '23:00',
    ...show,
  })
  const other = await add(request, 'calendar_events', { title: word(), channel: word(), event_date: day(1) })
  const news = await add(request, 'news', {
    title: word(),
    excerpt: word(300),
    body: `## ${word(300)}\n\n- ${word(300)}\n\n[${word()}](https://${word()
      .toLowerCase()
      .replace(/[^a-z]/g, 'x')}.example/)`,
    image_credit: word(),
    published_at: new Date().toISOString(),
  })
  const tags = [star, format].map(({ id }) => id)
  // From the start: the day in a post's address is that of its creation and never changes.
  const posts = await rudePosts(request, author, word, { tags, created_at: new Date().toISOString() })
  await add(request, 'star_fans', { star_id: star.id, user_id: author.id })
  await add(request, 'reports', {
    target_type: 'post',
    target_post_id: posts.rumor.id,
    reporter_name: word(),
    reporter_email: 'gast@hot.example',
    good_faith: true,
    reason: 'other',
    details: word(300),
    confirmed_at: new Date().toISOString(),
  })
  const rows = [`news?id=eq.${news.id}`, `calendar_events?id=in.(${event.id},${other.id})`]
  rows.push(...Object.values(posts).map(({ id }) => `community_posts?id=eq.${id}`), `formats?id=eq.${format.id}`)
  rows.push(
    `stars?id=eq.${star.id}`,
    `broadcasters?id=eq.${broadcaster.id}`,
    `streaming_providers?id=eq.${provider.id}`,
  )
  return {
    samples: await samplesOf(request, { author, star, format, season, posts, news }),
    star: star.id,
    format: format.id,
    season: season.id,
    event: event.id,
    remove: async () => {
      for (const row of rows) await request.delete(`/rest/v1/${row}`, { headers: asServer() })
    },
  }
}

const day = (from: number) =>
  new Date(Date.now() + from * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })

type Made = {
  author: Member
  star: Row
  format: Row
  season: Row
  posts: Record<'poll' | 'rumor' | 'discussion', OpenPost>
  news: Row
}

async function samplesOf(request: Requests, { author, star, format, season, posts, news }: Made): Promise<Samples> {
  const profiles = await request.get(`/rest/v1/profiles?select=slug&id=eq.${author.id}`, { headers: asServer() })
  const [{ slug = '' } = {}] = (await profiles.json()) as { slug?: string }[]
  const link = (path: string, { full_name, name, title }: Omit<Row, 'id' | 'slug'>) => ({
    path,
    text: full_name ?? name ?? title ?? '',
  })
  const post = async ({ id }: OpenPost) => {
    const moved = await request.get(`/trashtalk/post/${id}`, { maxRedirects: 0 })
    const stored = await request.get(`/rest/v1/community_posts?select=title&id=eq.${id}`, { headers: asServer() })
    const [row = {}] = (await stored.json()) as { title?: string }[]
    return link(moved.headers().location ?? '', row)
  }
  return {
    star: link(`/stars/${star.slug}`, star),
    format: link(`/formate/${format.slug}`, format),
    season: link(`/formate/${format.slug}/staffel/${season.slug}`, season),
    member: link(`/user/${slug}`, { name: author.nickname ?? '' }),
    poll: await post(posts.poll),
    rumor: await post(posts.rumor),
    discussion: await post(posts.discussion),
    article: link(`/news/${news.slug}`, news),
  }
}
