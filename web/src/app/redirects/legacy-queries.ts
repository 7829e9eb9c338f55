import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Current slug of a format by its current or a former one; null when there is none. */
export const formatSlugQuery = (oldSlug: string) =>
  queryOptions({
    queryKey: ['site', 'format-slug', oldSlug],
    queryFn: async ({ signal }) => {
      const format = await rpc('format_page', { p_slug: oldSlug }, signal)
      return format?.slug ?? null
    },
  })

/** Slugs of a season and its format by the season's id (UUID); null when there is none. */
export const seasonPathQuery = (seasonId: string) =>
  queryOptions({
    queryKey: ['site', 'season-path', seasonId],
    queryFn: ({ signal }) => rpc('season_path', { p_season_id: seasonId }, signal),
  })
