import type { Day } from '@hot/domain/time/berlin-time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { readAnalyticsSummary } from './analytics-reading.ts'

/** The figures of the time before stay until the others are there: nothing jumps or closes. */
const now = { staleTime: 0, placeholderData: keepPreviousData, meta: { personal: true } } as const

export const analyticsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', since],
    queryFn: ({ signal }) => rpc('admin_analytics_page', { p_since: since }, signal),
    ...now,
  })

export const eventsQuery = (since: Day) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'events', since],
    queryFn: () => readAnalyticsSummary(since),
    ...now,
  })
