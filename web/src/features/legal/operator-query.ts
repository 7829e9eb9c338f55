import { queryOptions } from '@tanstack/react-query'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'

/** The operator's data, for the legal pages only. Keys: `SITE_VAT_ID` → `vat_id`. */
export const operatorQuery = queryOptions({
  queryKey: ['site', 'operator'],
  queryFn: siteOperator,
  staleTime: Number.POSITIVE_INFINITY,
})
