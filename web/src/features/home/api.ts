import { freshMs } from '@hot/domain/network/query-policy'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** Everything the start page shows. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => rpc('home_page', {}, signal),
  staleTime: freshMs.posts,
})

/** Rows of today's programme beside the lead story. */
const programmeRows = 4

/**
 * The current part of today's programme: running and later events, preceded by the last that ended if fewer than `rows`
 * are left. `events` are in order of time.
 */
export function programme<Event>(events: readonly Event[], isOver: (event: Event) => boolean, rows = programmeRows) {
  const open = events.findIndex((event) => !isOver(event))
  const latestStart = Math.max(events.length - rows, 0)
  const start = open === -1 ? latestStart : Math.min(open, latestStart)
  return events.slice(start, start + rows)
}
