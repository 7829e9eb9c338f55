import { freshMs, staleMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** The sweep drops what was read longer ago than `gcTime`. */
const cached = { staleTime: freshMs.formats, gcTime: staleMs.formats }

/** All active formats; searching and filtering happen on the client. */
export const formatsQuery = queryOptions({
  ...cached,
  queryKey: ['formats', 'list'],
  queryFn: ({ signal }) => rpc('formats_page', {}, signal),
})

/** One format by current or former slug; null when there is none. */
export const formatQuery = (slug: string) =>
  queryOptions({
    ...cached,
    queryKey: ['formats', 'one', slug],
    queryFn: ({ signal }) => rpc('format_page', { p_slug: slug }, signal),
  })

/** One season by the format's current or former slug and the season's slug or number; null when there is none. */
export const seasonQuery = (format: string, season: string) =>
  queryOptions({
    ...cached,
    queryKey: ['formats', 'season', format, season],
    queryFn: ({ signal }) => rpc('season_page', { p_format: format, p_season: season }, signal),
  })

/** All episodes of a season, in order. */
export const episodesQuery = (formatId: string, seasonId: string) =>
  queryOptions({
    ...cached,
    queryKey: ['formats', 'episodes', formatId, seasonId],
    queryFn: ({ signal }) => rpc('format_events', { p_format_id: formatId, p_season_id: seasonId }, signal),
  })
