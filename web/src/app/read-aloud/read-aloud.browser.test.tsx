/**
 * What a screen reader says on five pages, from top to bottom, kept as texts that people can read (`spoken/`). A line is one step
 * of its cursor. After a change that is meant: `npx vitest run --project components read-aloud -u`, and look at the difference.
 */
import { virtual } from '@guidepup/virtual-screen-reader'
import { calendarEvent, calendarPage } from '@hot/domain/contract/event'
import { memberRef } from '@hot/domain/contract/parts'
import { type PostPage, postCard, postPage } from '@hot/domain/contract/post'
import { homePage } from '@hot/domain/contract/site'
import { starCard, starPage } from '@hot/domain/contract/star'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { EventListRow } from '#web/entities/event/event-row.tsx'
import { NewsList } from '#web/entities/news/news-list.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { CalendarPage } from '#web/features/calendar/calendar-page.tsx'
import { StarRanking } from '#web/features/charts/chart-rows.tsx'
import { HomePage, LeadStory, PollOfDay } from '#web/features/home/home-page.tsx'
import { PostView } from '#web/features/posts/post-page.tsx'
import { SignInDialog } from '#web/features/sign-in/sign-in-screen.tsx'
import { StarView } from '#web/features/stars/star-page.tsx'
import { GuestRatings } from '#web/features/voting/ratings/guest-ratings.tsx'
import { json, standIn } from '../../../../tests/support/components/backend.ts'
import { type Answers, show } from '../../../../tests/support/components/show.tsx'
import { exampleOf } from '../../../../tests/support/example-of.ts'

const now = Date.parse('2026-11-25T18:00:00Z')
const id = (last: number) => `018f3c5e-0000-7000-8000-${String(last).padStart(12, '0')}`

const author = exampleOf(memberRef, { id: id(1), nickname: 'tvnudel', slug: 'tvnudel' })
const card = {
  id: id(2),
  type: 'rumor',
  title: 'Alle sind wieder zusammen',
  slug: 'alle-sind-wieder-zusammen',
  excerpt: 'Heißt es aus der Villa.',
  created_at: '2026-11-25T12:00:00Z',
  last_activity_at: '2026-11-25T17:00:00Z',
  author,
  hearts: 12,
  poops: 3,
  comments: 2,
  votes: 5,
  rumor: { status: 'unverified', agree: 3, disagree: 2 },
} as const
const options = ['Ja', 'Nein'].map((text, position) => ({ id: id(10 + position), text, position, votes: 1 + position }))
const poll = exampleOf(postCard, {
  ...card,
  id: id(3),
  type: 'poll',
  title: 'Kommt Yeliz zurück?',
  slug: 'kommt-yeliz-zurueck',
  rumor: null,
  poll: { ends_at: null, options },
})
const starOf = (last: number, first_name: string, last_name: string, rank: number) => ({
  id: id(last),
  slug: `${first_name}-${last_name}`.toLowerCase(),
  first_name,
  last_name,
  hot_score: 90 - rank,
  votes: 120,
  rank,
  rank_week_ago: rank + 1,
})
const stars = [starOf(20, 'Ann', 'Amber', 1), starOf(21, 'Ben', 'Braun', 2)].map((star) => exampleOf(starCard, star))
const broadcast = exampleOf(calendarEvent, {
  id: id(30),
  title: 'Kampf der Realitystars',
  event_type: 'show',
  event_date: '2026-11-25',
  event_time: '20:15:00',
  duration_minutes: 120,
  channel: 'RTLZWEI',
  season_number: 6,
  episode_number: 3,
})

/** Everything that the cursor comes by. */
async function heard(container: HTMLElement): Promise<string> {
  await virtual.start({ container })
  for (let steps = 0; steps < 1000; steps++) {
    await virtual.next()
    const last = await virtual.lastSpokenPhrase()
    const [first] = await virtual.spokenPhraseLog()
    if (last === first || last.startsWith('end of document') || last.startsWith('end of dialog')) break
  }
  const log = await virtual.spokenPhraseLog()
  await virtual.stop()
  expect(log.length).toBeGreaterThan(5)
  // Behind the end the cursor is at the beginning again.
  return `${(log.at(-1) === log[0] ? log.slice(0, -1) : log).join('\n')}\n`
}

/** `late`: what comes after that by itself. */
async function reading(part: ReactNode, seen: string, answers: Answers = {}, late?: Locator): Promise<string> {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const { screen } = await show(<main>{part}</main>, answers)
  await expect.element(page.getByText(seen).first()).toBeVisible()
  if (late) await expect.element(late).toBeVisible()
  return heard(screen.container)
}
afterEach(() => void vi.useRealTimers())

test('the start page', async () => {
  const home = exampleOf(homePage, {
    today: [broadcast],
    top_stars: stars,
    lead: card,
    poll_of_day: poll,
    news: [
      { id: id(40), title: 'Neue Staffel angekündigt', slug: 'neue-staffel', published_at: '2026-11-24T09:00:00Z' },
    ],
  })
  const part = (
    <HomePage
      lead={home.lead && <LeadStory post={home.lead} now={now} />}
      todayTitle="Heute im TV"
      today={home.today.map((event) => <EventListRow key={event.id} event={event} now={now} showDay={false} />)}
      topStars={<StarRanking stars={home.top_stars} waiting={home.waiting} />}
      trending={null}
      talk={[<PostListItem key="poll" post={poll} now={now} />]}
      news={<NewsList items={home.news} now={now} />}
      pollOfDay={home.poll_of_day && <PollOfDay post={home.poll_of_day} now={now} />}
    />
  )
  await expect(await reading(part, 'Heute im TV')).toMatchFileSnapshot('spoken/start.txt')
})

test('a post', async () => {
  const post: PostPage = exampleOf(postPage, {
    ...card,
    content: 'Heißt es aus der Villa.\n\nMehr weiß noch niemand.',
    updated_at: card.created_at,
    rumor_details: { source_url: 'https://www.example.de/klatsch', updated_at: card.created_at },
  })
  const part = (
    <PostView
      post={post}
      now={now}
      share={null}
      report={<button type="button">Melden</button>}
      comments={null}
      aside={null}
    />
  )
  await expect(await reading(part, 'Melden')).toMatchFileSnapshot('spoken/post.txt')
})

test('the calendar', async () => {
  const days = exampleOf(calendarPage, { items: [broadcast] })
  const part = <CalendarPage search={{ ansicht: 'liste' }} day="2026-11-25" now={now} />
  const month = page.getByRole('complementary', { name: 'November 2026' })
  await expect(await reading(part, 'Kampf der Realitystars', { calendar_page: () => days }, month)).toMatchFileSnapshot(
    'spoken/calendar.txt',
  )
})

test('a star', async () => {
  const star = exampleOf(starPage, {
    ...starOf(20, 'Ann', 'Amber', 1),
    bio: 'Bekannt aus der Villa.',
    birthdate: '1995-05-01',
    fans: 7,
  })
  const part = <StarView star={star} now={now} share={null} ratings={<GuestRatings star={star} />} posts={null} />
  await expect(await reading(part, 'Bekannt aus der Villa.')).toMatchFileSnapshot('spoken/star.txt')
})

test('signing up', async () => {
  standIn({ 'GET /rest/v1/app_settings': () => json({ signup_mode: 'open', extra_mail_domains: [] }) })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <SignInDialog request={{}} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Mit E-Mail anmelden' }).click()
  await page.getByRole('button', { name: 'Noch kein Account? Hier registrieren' }).click()
  await expect.element(page.getByLabelText('Passwort bestätigen', { exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog').element() as HTMLElement
  await expect(await heard(dialog)).toMatchFileSnapshot('spoken/sign-up.txt')
})
