import { formatPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { editFormatPath } from '#web/admin/paths.ts'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { formatSharedPicture } from '#web/app/head/shared-pictures.ts'
import { breadcrumbJsonLd } from '#web/app/head/structured-data.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { formatQuery } from '#web/entities/format/api.ts'
import { EditLink } from '#web/entities/member/members-only.tsx'
import { taggedPostsQuery } from '#web/entities/post/api.ts'
import { StarGrid } from '#web/entities/star/star-card.tsx'
import { formatDescription, formatJsonLd, formatTitle } from '#web/features/formats/format-head.ts'
import { FormatSkeleton, FormatView } from '#web/features/formats/format-page.tsx'
import { TaggedPosts } from '#web/features/posts/tagged-posts.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

/** Number of shown stars: fills whole rows of two and of five columns. */
const topStars = 10

export const Route = createFileRoute('/formate/$formatSlug/')({
  loader: async ({ context: { queryClient }, params: { formatSlug }, location }) => {
    const format = await queryClient.ensureQueryData(formatQuery(formatSlug))
    if (!format) throw notFound()
    if (format.slug !== formatSlug) throw permanentRedirect(formatPath(format.slug), location)
    await queryClient.ensureQueryData(taggedPostsQuery(format.id))
    return {
      format,
      now: serverNow(),
      head: pageHead({
        // Results and previews want the words people look for; who is here already wants the name.
        title: import.meta.env.SSR ? formatTitle(format) : format.name,
        description: import.meta.env.SSR ? formatDescription(format) : '',
        path: formatPath(format.slug),
        picture: import.meta.env.SSR ? formatSharedPicture(format) : undefined,
        type: 'video.tv_show',
        calendar: { path: `${formatPath(format.slug)}.ics`, title: `HoT – ${format.name}` },
        jsonLd: import.meta.env.SSR
          ? [
              ...formatJsonLd(format, absoluteUrl),
              breadcrumbJsonLd(
                { name: 'Formate', path: '/formate' },
                { name: format.name, path: formatPath(format.slug) },
              ),
            ]
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: FormatRoute,
  pendingComponent: FormatSkeleton,
})

function FormatRoute() {
  const { formatSlug } = Route.useParams()
  const { now } = Route.useLoaderData()
  const { data: format } = useSuspenseQuery(formatQuery(formatSlug))
  if (!format) return null
  return (
    <FormatView
      format={format}
      now={now}
      share={
        <>
          <EditLink to={editFormatPath(format.id)} />
          <ShareButton title={format.name} path={formatPath(format.slug)} />
        </>
      }
      stars={format.stars.length > 0 ? <StarGrid stars={format.stars.slice(0, topStars)} /> : null}
      posts={<TaggedPosts tag={format.id} now={now} />}
    />
  )
}
