import { memberPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { loadedHead } from '#web/app/head/page-head.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { profileQuery } from '#web/entities/member/api.ts'
import { ReportSlot } from '#web/features/moderation/reports/report-slot.tsx'
import { PostsSkeleton } from '#web/features/posts/trashtalk-page.tsx'
import { ProfileLayout } from '#web/features/profile/profile-page.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/user/$userSlug')({
  loader: async ({ context: { queryClient }, params: { userSlug }, location }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (!profile) throw notFound()
    if (profile.slug !== userSlug) {
      const rest = location.pathname.split('/').slice(3)
      const address = [memberPath(profile.slug), ...rest].join('/')
      // The URL of old mentions, by nickname: the redirect is temporary, because a nickname can pass to another member.
      if (userSlug.startsWith('@')) throw redirect({ href: address, replace: true })
      throw permanentRedirect(address, location)
    }
    return {
      profile,
      now: serverInstant(),
      // Each tab sets its own head: otherwise the canonical URLs of parent and child would both be in the page.
      head: { meta: [], links: [] },
    }
  },
  head: loadedHead,
  component: ProfileRoute,
  pendingComponent: PostsSkeleton,
})

function ProfileRoute() {
  const { profile: loaded } = Route.useLoaderData()
  const { userSlug } = Route.useParams()
  const profile = useSuspenseQuery(profileQuery(userSlug)).data ?? loaded
  return (
    <ProfileLayout profile={profile} share={<ShareButton title={profile.nickname} path={memberPath(profile.slug)} />}>
      <Outlet />
      <ReportSlot />
    </ProfileLayout>
  )
}
