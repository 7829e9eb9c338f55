import { memberPath } from '@hot/domain/url/paths'
import { partSearch } from '@hot/domain/url/search-param'
import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { profileCommentsQuery, profileQuery } from '#web/entities/member/api.ts'
import { ProfileCommentList } from '#web/features/profile/profile-page.tsx'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/kommentare')({
  validateSearch: partSearch,
  loaderDeps: ({ search }) => partSearch(search),
  loader: async ({ context: { queryClient }, params: { userSlug }, deps: { nach } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (!profile) throw notFound()
    await queryClient.ensureInfiniteQueryData(profileCommentsQuery(profile.id, nach))
    return {
      head: pageHead({
        title: `Kommentare von ${profile.nickname}`,
        description: `Was ${profile.nickname} im Trashtalk schreibt: alle Kommentare, die neuesten zuerst.`,
        path: memberPath(profile.slug, 'kommentare'),
        after: nach,
        image: profile.avatar_url,
        type: 'profile',
        noindex: !profile.listed || profile.comments === 0,
      }),
    }
  },
  head: loadedHead,
  component: CommentsTab,
})

function CommentsTab() {
  const { profile, now } = parent.useLoaderData()
  return <ProfileCommentList profile={profile} after={Route.useLoaderDeps().nach} now={now} />
}
