import { memberPath } from '@hot/domain/url/paths'
import { partSearch } from '@hot/domain/url/search-param'
import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { profileJsonLd } from '#web/app/head/structured-data.ts'
import { profilePostsQuery, profileQuery } from '#web/entities/member/api.ts'
import { ProfilePosts } from '#web/features/profile/profile-page.tsx'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/')({
  validateSearch: partSearch,
  loaderDeps: ({ search }) => partSearch(search),
  loader: async ({ context: { queryClient }, params: { userSlug }, deps: { nach } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (!profile) throw notFound()
    await queryClient.ensureInfiniteQueryData(profilePostsQuery(profile.id, nach))
    return {
      head: pageHead({
        title: profile.nickname,
        description: profile.bio ?? `${profile.nickname} im Trashtalk: Beiträge, Kommentare und Lieblingsstars.`,
        path: memberPath(profile.slug),
        after: nach,
        image: profile.avatar_url,
        type: 'profile',
        noindex: !profile.listed,
        jsonLd: import.meta.env.SSR ? profileJsonLd({ ...profile, path: memberPath(profile.slug) }) : undefined,
      }),
    }
  },
  head: loadedHead,
  component: PostsTab,
})

function PostsTab() {
  const { profile, now } = parent.useLoaderData()
  return <ProfilePosts profile={profile} after={Route.useLoaderDeps().nach} now={now} />
}
