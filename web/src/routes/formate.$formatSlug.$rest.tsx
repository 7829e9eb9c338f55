import { seasonPath } from '@hot/domain/url/paths'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/page-head.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { seasonQuery } from '#web/entities/format/api.ts'

/** Short URLs of a season: its slug or number right after the format. */
export const Route = createFileRoute('/formate/$formatSlug/$rest')({
  loader: async ({ context: { queryClient }, params: { formatSlug, rest }, location }) => {
    const season = await queryClient.ensureQueryData(seasonQuery(formatSlug, rest))
    if (!season) throw notFound()
    throw permanentRedirect(seasonPath(season.format.slug, season.slug), location)
  },
  head: notFoundHead,
})
