import { episodeCount } from '@hot/domain/calendar/event-kind'
import { eventWhen } from '@hot/domain/calendar/on-air'
import type { CalendarEvent } from '@hot/domain/contract/event'
import type { SeasonPage } from '@hot/domain/contract/format'
import { standingOf } from '@hot/domain/episode/standing'
import { formatPath, seasonPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { editSeasonPath } from '#web/admin/paths.ts'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { formatSharedPicture } from '#web/app/head/shared-pictures.ts'
import { breadcrumbJsonLd } from '#web/app/head/structured-data.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { eventRows } from '#web/entities/event/event-rows.tsx'
import { episodesQuery, seasonQuery } from '#web/entities/format/api.ts'
import { seasonTitle } from '#web/entities/format/format-text.ts'
import { EditLink } from '#web/entities/member/members-only.tsx'
import { taggedPostsQuery } from '#web/entities/post/api.ts'
import { CoveredCast } from '#web/features/formats/covered-cast.tsx'
import { seasonDescription, seasonHeadTitle, seasonJsonLd } from '#web/features/formats/format-head.ts'
import {
  nextOf,
  SeasonEpisodes,
  SeasonNext,
  SeasonSkeleton,
  SeasonView,
  StandSlot,
} from '#web/features/formats/season-page.tsx'
import { TaggedPosts } from '#web/features/posts/tagged-posts.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/formate/$formatSlug/staffel/$staffelSlug')({
  loader: async ({ context: { queryClient }, params: { formatSlug, staffelSlug }, location }) => {
    const season = await queryClient.ensureQueryData(seasonQuery(formatSlug, staffelSlug))
    if (!season) throw notFound()
    if (season.slug !== staffelSlug || season.format.slug !== formatSlug) {
      throw permanentRedirect(seasonPath(season.format.slug, season.slug), location)
    }
    const [episodes] = await Promise.all([
      queryClient.ensureQueryData(episodesQuery(season.format.id, season.id)),
      queryClient.ensureQueryData(taggedPostsQuery(season.format.id)),
    ])
    return {
      season,
      now: serverNow(),
      head: pageHead({
        // Results and previews want the words people look for; who is here already wants the name.
        title: import.meta.env.SSR ? seasonHeadTitle(season) : seasonName(season),
        description: import.meta.env.SSR ? seasonDescription(season) : '',
        path: seasonPath(season.format.slug, season.slug),
        picture: import.meta.env.SSR ? formatSharedPicture(season.format) : undefined,
        type: 'video.tv_show',
        calendar: { path: `${formatPath(season.format.slug)}.ics`, title: `HoT – ${season.format.name}` },
        jsonLd: import.meta.env.SSR
          ? [
              seasonJsonLd(season, episodes, absoluteUrl),
              breadcrumbJsonLd(
                { name: 'Formate', path: '/formate' },
                { name: season.format.name, path: formatPath(season.format.slug) },
                { name: seasonTitle(season, season.format), path: seasonPath(season.format.slug, season.slug) },
              ),
            ]
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: SeasonRoute,
  pendingComponent: SeasonSkeleton,
})

function SeasonRoute() {
  const { formatSlug, staffelSlug } = Route.useParams()
  const { now } = Route.useLoaderData()
  const { data: season } = useSuspenseQuery(seasonQuery(formatSlug, staffelSlug))
  if (!season) return null
  return <Season season={season} now={now} />
}

function Season({ season, now }: { season: SeasonPage; now: number }) {
  const { format } = season
  const { data: episodes } = useSuspenseQuery(episodesQuery(format.id, season.id))
  const rows = (those: readonly CalendarEvent[]) => eventRows(those, { now, about: 'season', showDay: true })
  const next = nextOf(episodes, now)
  const past = episodes.filter((episode) => eventWhen(episode, now) === 'past')
  return (
    <SeasonView
      season={season}
      next={next && <SeasonNext event={next} now={now} />}
      share={
        <>
          <EditLink to={editSeasonPath(season.id)} />
          <ShareButton title={seasonName(season)} path={seasonPath(format.slug, season.slug)} />
        </>
      }
      cast={season.cast.length > 0 && <CoveredCast season={season} />}
      episodes={
        <SeasonEpisodes
          stand={<StandSlot seasonId={season.id} standing={standingOf(episodes, now)} />}
          past={rows(past)}
          aired={episodeCount(past)}
          coming={rows(episodes.filter((episode) => eventWhen(episode, now) !== 'past'))}
        />
      }
      posts={<TaggedPosts tag={format.id} now={now} />}
    />
  )
}

const seasonName = (season: SeasonPage) => `${season.format.name}: ${seasonTitle(season, season.format)}`
