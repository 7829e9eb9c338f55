import { memberPath } from '@hot/domain/url/paths'
import { createFileRoute } from '@tanstack/react-router'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'

/** The first tab is the profile itself; redirect, so that the list has only one URL. */
export const Route = createFileRoute('/user/$userSlug/beitraege')({
  loader: ({ params: { userSlug }, location }) => {
    throw permanentRedirect(memberPath(userSlug), location)
  },
})
