import { standardAccessibility } from '@hot/domain/settings/accessibility'
import { standardGuidelines } from '@hot/domain/settings/guidelines'
import { queryOptions } from '@tanstack/react-query'
import { runtimeConfig, usedServices } from '#web/lib/api/config/runtime-config.ts'
import { operatorData, ownTexts } from '#web/lib/api/rpc/site-texts.ts'

/** The operator's data, for the legal pages only: written in the admin area, else the setting `SITE_VAT_ID` as `vat_id`. */
export const operatorQuery = queryOptions({
  queryKey: ['site', 'operator'],
  queryFn: ({ signal }) => operatorData(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The chapters of the guidelines that an installation may write itself, as markup. */
export const guidelinesQuery = queryOptions({
  queryKey: ['site', 'guidelines'],
  queryFn: async ({ signal }) => (await ownTexts(signal))?.guidelines ?? standardGuidelines,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The statement on accessibility, as markup. */
export const accessibilityQuery = queryOptions({
  queryKey: ['site', 'accessibility'],
  queryFn: async ({ signal }) => (await ownTexts(signal))?.accessibility ?? standardAccessibility,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Host of the operator's classifier, which reads posts; null: there is none, or nobody could be asked. */
export const classifierQuery = queryOptions({
  queryKey: ['site', 'classifier'],
  queryFn: async ({ signal }) => (await ownTexts(signal))?.classifier ?? null,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether the contact form reaches somebody; null: nobody could be asked. */
export const contactQuery = queryOptions({
  queryKey: ['site', 'contact'],
  queryFn: async ({ signal }) => (await ownTexts(signal))?.contact ?? null,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Services outside that this installation uses. */
export const servicesQuery = queryOptions({
  queryKey: ['site', 'services'],
  queryFn: usedServices,
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
