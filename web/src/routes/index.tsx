import { batchesOf } from '@hot/domain/calendar/batch'
import { eventWhen } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import { televisionDay, televisionTitle } from '@hot/domain/time/television-day'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { eventRows } from '#web/entities/event/event-rows.tsx'
import { FormatGrid } from '#web/entities/format/format-cards.tsx'
import { NewsList } from '#web/entities/news/news-list.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { StarRanking } from '#web/features/charts/chart-rows.tsx'
import { homeQuery, programme } from '#web/features/home/api.ts'
import { HomePage, HomeSkeleton, LeadStory, PollOfDay } from '#web/features/home/home-page.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/')({
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(homeQuery)
    return {
      now: serverNow(),
      head: pageHead({
        title: 'HoT – Reality-TV, gemeinsam geguckt',
        description:
          'Was heute im TV läuft, wer gerade heiß ist und worüber alle reden: Stars, Formate, Charts und Trashtalk.',
        path: '/',
        search: true,
        jsonLd: import.meta.env.SSR
          ? {
              '@type': 'WebSite',
              name: 'HoT',
              url: absoluteUrl('/'),
              inLanguage: 'de',
              potentialAction: {
                '@type': 'SearchAction',
                target: `${absoluteUrl('/suche')}?q={search_term_string}`,
                'query-input': 'required name=search_term_string',
              },
            }
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: Home,
  pendingComponent: HomeSkeleton,
})

function Home() {
  const { now } = Route.useLoaderData()
  const { data: home } = useSuspenseQuery(homeQuery)
  const isPast = (event: CalendarEvent) => eventWhen(event, now) === 'past'
  const { night } = televisionDay(now)
  const talk = [home.rumor, home.poll, home.discussion].filter((post) => post !== null)
  return (
    <HomePage
      lead={home.lead && <LeadStory post={home.lead} now={now} />}
      todayTitle={televisionTitle(
        now,
        home.today.some((event) => !isPast(event)),
      )}
      // At night the rows are of two days.
      today={eventRows(programme(batchesOf(home.today), ([first]) => isPast(first)).flat(), { now, showDay: night })}
      topStars={<StarRanking stars={home.top_stars} waiting={home.waiting} />}
      trending={home.trending.length > 0 ? <FormatGrid formats={home.trending} now={now} /> : null}
      talk={talk.map((post) => <PostListItem key={post.id} post={post} now={now} />)}
      news={<NewsList items={home.news} now={now} />}
      pollOfDay={home.poll_of_day && <PollOfDay post={home.poll_of_day} now={now} />}
    />
  )
}
