import type { Page } from '@playwright/test'
import { asServer, type Member, type Session } from '../../support/site/members.ts'
import { newBallot, newDiscussion, type OpenPost } from '../../support/site/posts.ts'
import { expected, type Requests } from '../../support/site/requests.ts'
import type { Samples } from '../../support/site/samples.ts'
import { expect } from './wire.ts'

/** A word without a place to break, as wide as letters are. The number makes it unique. */
const longWord = (length = 80): string => `${'W'.repeat(length)}${Math.trunc(Math.random() * 1e6)}`.slice(-length)

/** Texts of people at their longest, in posts and comments; `columns` override the defaults of all three posts. */
export async function rudePosts(request: Requests, author: Member, columns: object = {}) {
  const poll = await newBallot(request, author, 'poll', { title: longWord(), content: longWord(200), ...columns })
  for (const position of [1, 2])
    await patch(request, `poll_options?post_id=eq.${poll.id}&position=eq.${position}`, { text: longWord() })
  const rumor = await newBallot(request, author, 'rumor', { title: longWord(140), content: longWord(200), ...columns })
  const discussion = await newDiscussion(request, author, columns)
  await patch(request, `community_posts?id=eq.${discussion.id}`, { title: longWord(140), content: longWord(200) })
  await add(request, 'comments', { post_id: poll.id, author_id: author.id, content: longWord(300) })
  return { poll, rumor, discussion }
}

async function patch(request: Requests, query: string, data: object): Promise<void> {
  await expected(await request.patch(`/rest/v1/${query}`, { headers: asServer(), data }), 204)
}

type Row = { id: string; slug: string }

async function add(request: Requests, table: string, data: object): Promise<Row> {
  const headers = { ...asServer(), prefer: 'return=representation' }
  const answer = await expected(await request.post(`/rest/v1/${table}`, { headers, data }), 201)
  const [row] = (await answer.json()) as Row[]
  if (!row) throw new Error(`no row of ${table} came back`)
  return row
}

type RudeWorld = { samples: Samples; star: string; format: string; season: string; remove: () => Promise<void> }

/** Everything a page shows of people and the team, each text one long word; today, so that all pages show it. */
export async function rudeWorld(request: Requests, author: Member): Promise<RudeWorld> {
  const broadcaster = await add(request, 'broadcasters', { name: longWord() })
  const provider = await add(request, 'streaming_providers', { name: longWord() })
  const star = await add(request, 'stars', {
    // Its slug, made of the three, has 200 characters at most.
    first_name: longWord(),
    last_name: longWord(40),
    nickname: longWord(50),
    bio: longWord(300),
  })
  await add(request, 'star_social_accounts', {
    star_id: star.id,
    platform: 'tiktok',
    handle: longWord(),
    url: 'https://tiktok.com/@w',
  })
  const channels = { broadcaster_id: broadcaster.id, streaming_provider_id: provider.id }
  const format = await add(request, 'formats', {
    name: longWord(),
    short_name: longWord(60),
    description: longWord(300),
    ...channels,
  })
  const season = await add(request, 'seasons', {
    format_id: format.id,
    season_number: 1,
    title: longWord(),
    location: longWord(),
    description: longWord(300),
    start_date: day(-7),
    end_date: day(30),
  })
  await add(request, 'season_participants', { season_id: season.id, star_id: star.id, placement: longWord() })
  const show = { format_id: format.id, season_id: season.id, description: longWord(300), ...channels }
  const event = await add(request, 'calendar_events', {
    title: longWord(),
    event_date: day(0),
    event_time: '23:00',
    ...show,
  })
  const other = await add(request, 'calendar_events', { title: longWord(), channel: longWord(), event_date: day(1) })
  const news = await add(request, 'news', {
    title: longWord(),
    excerpt: longWord(300),
    body: `## ${longWord(300)}\n\n- ${longWord(300)}\n\n[${longWord()}](https://${longWord()
      .toLowerCase()
      .replace(/[^a-z]/g, 'x')}.example/)`,
    image_credit: longWord(),
    published_at: new Date().toISOString(),
  })
  const tags = [star, format].map(({ id }) => id)
  // From the start: the day in a post's address is that of its creation and never changes.
  const posts = await rudePosts(request, author, { tags, created_at: new Date().toISOString() })
  await add(request, 'star_fans', { star_id: star.id, user_id: author.id })
  await add(request, 'reports', {
    target_type: 'post',
    target_post_id: posts.rumor.id,
    reporter_name: longWord(),
    reporter_email: 'gast@hot.example',
    good_faith: true,
    reason: 'other',
    details: longWord(300),
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
  const link = (path: string) => ({ path, text: '' })
  const post = async ({ id }: OpenPost) => {
    const moved = await request.get(`/trashtalk/post/${id}`, { maxRedirects: 0 })
    return link(moved.headers().location ?? '')
  }
  return {
    star: link(`/stars/${star.slug}`),
    format: link(`/formate/${format.slug}`),
    season: link(`/formate/${format.slug}/staffel/${season.slug}`),
    member: link(`/user/${slug}`),
    poll: await post(posts.poll),
    rumor: await post(posts.rumor),
    discussion: await post(posts.discussion),
    article: link(`/news/${news.slug}`),
  }
}

const widths = [320, 390, 1280] as const

/** On every width: no sideways scroll, and what can be pressed lies on top at its middle. */
export async function expectRoom(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const seen = await page.evaluate((limit) => {
      const scrolls = '.scroller, .tabs, .letter-nav, .table-scroller, .week-scroller, nav'
      const outside = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > limit + 1 && !element.closest(scrolls),
      )
      const covered = [...document.querySelectorAll<HTMLElement>('main :is(button, .btn, summary)')].filter(
        (control) => {
          if (!control.checkVisibility() || control.closest('.scroller, .tabs, [inert]')) return false
          control.scrollIntoView({ block: 'center' })
          const { left, top, width: wide, height } = control.getBoundingClientRect()
          const hit = document.elementFromPoint(left + wide / 2, top + height / 2)
          return hit !== null && !control.contains(hit) && !hit.contains(control)
        },
      )
      const markup = (elements: Element[]) => elements.slice(0, 3).map((element) => element.outerHTML.slice(0, 160))
      return { width: document.documentElement.scrollWidth, outside: markup(outside), covered: markup(covered) }
    }, width)
    expect.soft(seen.width, `${name}, ${width}: nothing wider: ${seen.outside.join(' ')}`).toBeLessThanOrEqual(width)
    expect.soft(seen.covered, `${name}, ${width}: nothing covers a button`).toEqual([])
  }
}

/** Reports what a person wrote about themselves, and a decision about it. */
export async function rudeMember(request: Requests, member: Member, session: Session): Promise<void> {
  expect(session.user.id).toBe(member.id)
  await patch(request, `profiles?id=eq.${member.id}`, { bio: longWord(300) })
  await expected(
    await request.post('/rest/v1/notifications', {
      headers: asServer(),
      data: {
        user_id: member.id,
        type: 'warning',
        title: 'Verwarnung',
        message: longWord(300),
        data: { action: 'warned' },
      },
    }),
    201,
  )
}
