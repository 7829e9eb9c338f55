import { z } from 'zod'

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(63),
  table: z.string().max(63).nullish(),
  filter: z.string().max(8_000).nullish(),
})

/** What realtime-js sends with `phx_join` (RealtimeChannel.subscribe); what is of no use here is let through. */
export const joinSchema = z.object({
  config: z
    .object({
      presence: z.object({ enabled: z.boolean().nullish() }).nullish(),
      postgres_changes: z.array(binding).nullish(),
    })
    .nullish(),
  access_token: z.string().nullish(),
})

export type BindingRequest = z.infer<typeof binding>

export const tokenSchema = z.object({ access_token: z.string().nullish() })
