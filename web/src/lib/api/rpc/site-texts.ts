import type { SiteTexts } from '@hot/domain/contract/site'
import { type SiteOperator, siteOperator } from '../config/runtime-config.ts'
import { rpc } from './rpc.ts'

/** What this installation has written itself. The legal pages must be readable while the database is away: then null. */
export const ownTexts = (signal: AbortSignal): Promise<SiteTexts | null> =>
  rpc('site_texts', {}, signal).catch((error: unknown) => {
    if (signal.aborted) throw error
    console.error(error)
    return null
  })

/** The operator's data: written in the admin area, else those of the configuration. */
export const operatorData = async (signal: AbortSignal): Promise<SiteOperator> =>
  (await ownTexts(signal))?.operator ?? (await siteOperator())
