import { queryOptions } from '@tanstack/react-query'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'

/** Where this installation sends error reports, as a host; null where it sends none. */
export const reportsHostQuery = queryOptions({
  queryKey: ['site', 'reports-host'],
  queryFn: async () => {
    const { reports } = await runtimeConfig()
    return reports ? new URL(reports.dsn).host : null
  },
  staleTime: Number.POSITIVE_INFINITY,
})
