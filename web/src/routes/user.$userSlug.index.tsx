import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { profilePostsQuery, profileQuery } from '#web/features/profile/profile-queries.ts'
import { ProfilePosts } from './-profile-posts.tsx'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/')({
  loader: async ({ context: { queryClient }, params: { userSlug } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (profile) await queryClient.ensureInfiniteQueryData(profilePostsQuery(profile.id))
  },
  component: PostsTab,
})

function PostsTab() {
  const { profile, now } = parent.useLoaderData()
  return <ProfilePosts profileId={profile.id} now={now} />
}
