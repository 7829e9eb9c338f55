import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { ProfileCommentList } from '#web/features/profile/profile-comment-list.tsx'
import { profileCommentsQuery, profileQuery } from '#web/features/profile/profile-queries.ts'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/kommentare')({
  loader: async ({ context: { queryClient }, params: { userSlug } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (profile) await queryClient.ensureInfiniteQueryData(profileCommentsQuery(profile.id))
  },
  component: CommentsTab,
})

function CommentsTab() {
  const { profile, now } = parent.useLoaderData()
  return <ProfileCommentList profileId={profile.id} now={now} />
}
