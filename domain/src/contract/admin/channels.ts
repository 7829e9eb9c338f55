import { z } from 'zod'
import { broadcasterRef, providerRef } from '../format.ts'
import { count, instant } from '../scalar.ts'

/** What uses a channel; `events` stops at 1000. `updated_at` is sent back as `p_seen`. */
const use = { active: z.boolean(), updated_at: instant, formats: count, events: count }

/** `admin_channels_page()`: broadcasters by type, then name, and streaming providers by name. */
export const adminChannelsPage = z.strictObject({
  broadcasters: z.array(broadcasterRef.extend(use)),
  providers: z.array(providerRef.extend(use)),
})
export type AdminChannelsPage = z.infer<typeof adminChannelsPage>
export type AdminBroadcaster = AdminChannelsPage['broadcasters'][number]
export type AdminProvider = AdminChannelsPage['providers'][number]
