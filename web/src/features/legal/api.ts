import { queryOptions } from '@tanstack/react-query'
import { runtimeConfig, siteOperator } from '#web/lib/api/config/runtime-config.ts'

/** The operator's data, for the legal pages only; the setting `SITE_VAT_ID` is the key `vat_id`. */
export const operatorQuery = queryOptions({
  queryKey: ['site', 'operator'],
  queryFn: siteOperator,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Where this installation sends error reports, as a host; null where it sends none. */
export const reportsHostQuery = queryOptions({
  queryKey: ['site', 'reports-host'],
  queryFn: async () => {
    const { reports } = await runtimeConfig()
    return reports ? new URL(reports.dsn).host : null
  },
  staleTime: Number.POSITIVE_INFINITY,
})
