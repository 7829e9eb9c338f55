import { memberPath } from '@hot/domain/paths'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/not-found-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { ProfileCommentList } from '#web/features/profile/profile-comment-list.tsx'
import { profileCommentsQuery, profileQuery } from '#web/features/profile/profile-queries.ts'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/kommentare')({
  loader: async ({ context: { queryClient }, params: { userSlug } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (!profile) return null
    await queryClient.ensureInfiniteQueryData(profileCommentsQuery(profile.id))
    return profile
  },
  head: ({ loaderData: profile }) =>
    profile
      ? pageHead({
          title: `Kommentare von ${profile.nickname}`,
          description: `Was ${profile.nickname} im Trashtalk schreibt: alle Kommentare, die neuesten zuerst.`,
          path: memberPath(profile.slug, 'kommentare'),
          image: profile.avatar_url,
          type: 'profile',
        })
      : notFoundHead(),
  component: CommentsTab,
})

function CommentsTab() {
  const { profile, now } = parent.useLoaderData()
  return <ProfileCommentList profileId={profile.id} now={now} />
}
