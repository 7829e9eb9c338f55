import { memberPath } from '@hot/domain/url/paths'
import { createFileRoute } from '@tanstack/react-router'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { profileQuery } from '#web/entities/member/api.ts'

/** Whatever else is asked for below a profile is the profile. The parent deals with unknown members and former names. */
export const Route = createFileRoute('/user/$userSlug/$')({
  loader: async ({ context: { queryClient }, params: { userSlug }, location }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (profile?.slug === userSlug) throw permanentRedirect(memberPath(userSlug), location)
  },
})
