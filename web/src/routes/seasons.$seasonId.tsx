import { seasonPath } from '@hot/domain/url/paths'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isSeasonId } from '#web/app/legacy-paths.ts'
import { notFoundHead } from '#web/app/not-found-head.ts'
import { permanentRedirect } from '#web/app/permanent-redirect.ts'
import { seasonPathQuery } from '#web/features/site/legacy-queries.ts'

export const Route = createFileRoute('/seasons/$seasonId')({
  loader: async ({ context, params }) => {
    if (!isSeasonId(params.seasonId)) throw notFound()
    const season = await context.queryClient.ensureQueryData(seasonPathQuery(params.seasonId))
    if (!season) throw notFound()
    throw permanentRedirect(seasonPath(season.format_slug, season.season_slug))
  },
  head: notFoundHead,
})
