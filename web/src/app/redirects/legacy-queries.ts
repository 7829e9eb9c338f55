import type { FormatPage, SeasonPath } from '@hot/domain/contract/format'
import { queryOptions } from '@tanstack/react-query'
import { pageRpc } from '#web/lib/api/rpc/page-rpc.ts'

/** Current slug of a format by its current or a former one; null when there is none. */
export const formatSlugQuery = (oldSlug: string) =>
  queryOptions({
    queryKey: ['site', 'format-slug', oldSlug],
    queryFn: async ({ signal }) => {
      const format = await pageRpc<FormatPage | null>('format_page', { p_slug: oldSlug }, signal)
      return format?.slug ?? null
    },
  })

/** Slugs of a season and its format by the season's id (UUID); null when there is none. */
export const seasonPathQuery = (seasonId: string) =>
  queryOptions({
    queryKey: ['site', 'season-path', seasonId],
    queryFn: ({ signal }) => pageRpc<SeasonPath | null>('season_path', { p_season_id: seasonId }, signal),
  })
