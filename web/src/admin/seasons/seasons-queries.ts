import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'
import { type SeasonsSearch, seasonStates } from './seasons-search.ts'

/** Staff see what is, and keep nothing of what was. */
const personal = { staleTime: 0, meta: { personal: true } }

export const seasonsQuery = ({ q, status }: SeasonsSearch) =>
  listQuery(['admin', 'seasons', { q, status }], 'admin_seasons_page', {
    p_query: q,
    p_state: status && seasonStates[status],
  })

/** Nothing of it is kept after leaving: a form begun with an old state could not be saved. */
export const seasonQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'season', id],
    queryFn: ({ signal }) => rpc('admin_season', { p_id: id }, signal),
  })

/** The format a new season belongs to: its name, and the seasons it has already. */
export const formatOfSeasonQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'format', id],
    queryFn: ({ signal }) => rpc('admin_format', { p_id: id }, signal),
  })
