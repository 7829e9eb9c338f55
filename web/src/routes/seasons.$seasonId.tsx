import { seasonPath } from '@hot/domain/url/paths'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/page-head.ts'
import { isSeasonId, permanentRedirect, seasonPathQuery } from '#web/app/redirects/legacy.ts'

export const Route = createFileRoute('/seasons/$seasonId')({
  loader: async ({ context, params, location }) => {
    if (!isSeasonId(params.seasonId)) throw notFound()
    const season = await context.queryClient.ensureQueryData(seasonPathQuery(params.seasonId))
    if (!season) throw notFound()
    throw permanentRedirect(seasonPath(season.format_slug, season.season_slug), location)
  },
  head: notFoundHead,
})
