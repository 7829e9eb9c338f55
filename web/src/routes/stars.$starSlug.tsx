import { distinctName, starName } from '@hot/domain/star/name'
import { todayInBerlin } from '@hot/domain/time/berlin-time'
import { starPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { editStarPath } from '#web/admin/paths.ts'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { starSharedPicture } from '#web/app/head/shared-pictures.ts'
import { breadcrumbJsonLd } from '#web/app/head/structured-data.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { EditLink, MembersOnly } from '#web/entities/member/members-only.tsx'
import { taggedPostsQuery } from '#web/entities/post/api.ts'
import { starQuery } from '#web/entities/star/api.ts'
import { TaggedPosts } from '#web/features/posts/tagged-posts.tsx'
import { starDescription, starJsonLd, starTitle } from '#web/features/stars/star-head.ts'
import { StarSkeleton, StarView } from '#web/features/stars/star-page.tsx'
import { GuestRatings } from '#web/features/voting/ratings/guest-ratings.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/stars/$starSlug')({
  loader: async ({ context: { queryClient }, params: { starSlug }, location }) => {
    const star = await queryClient.ensureQueryData(starQuery(starSlug))
    if (!star) throw notFound()
    if (star.slug !== starSlug) throw permanentRedirect(starPath(star.slug), location)
    await queryClient.ensureQueryData(taggedPostsQuery(star.id))
    return {
      star,
      now: serverNow(),
      head: pageHead({
        // Results and previews want the words people look for; who is here already wants the name.
        title: import.meta.env.SSR ? starTitle(star) : distinctName(star),
        description: import.meta.env.SSR ? starDescription(star, todayInBerlin(serverNow())) : '',
        path: starPath(star.slug),
        image: star.avatar_url,
        picture: import.meta.env.SSR ? starSharedPicture(star) : undefined,
        type: 'profile',
        jsonLd: import.meta.env.SSR
          ? [
              starJsonLd(star, absoluteUrl),
              breadcrumbJsonLd({ name: 'Stars', path: '/stars' }, { name: starName(star), path: starPath(star.slug) }),
            ]
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: StarRoute,
  pendingComponent: StarSkeleton,
})

const loadMemberRatings = () => import('#web/features/voting/ratings/member-ratings.tsx')

function StarRoute() {
  const { starSlug } = Route.useParams()
  const { now } = Route.useLoaderData()
  const { data: star } = useSuspenseQuery(starQuery(starSlug))
  if (!star) return null
  return (
    <StarView
      star={star}
      now={now}
      share={
        <>
          <EditLink to={editStarPath(star.id)} />
          <ShareButton title={starName(star)} path={starPath(star.slug)} />
        </>
      }
      ratings={
        <MembersOnly load={loadMemberRatings} fallback={<GuestRatings star={star} />}>
          {({ MemberRatings }) => <MemberRatings star={star} />}
        </MembersOnly>
      }
      posts={<TaggedPosts tag={star.id} now={now} />}
    />
  )
}
