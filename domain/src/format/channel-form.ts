import * as z from 'zod/mini'
import { hexColor, optionalUrl, requiredLine } from '../text/entry-rules.ts'

/** Longest name in `broadcasters` and `streaming_providers`. */
export const channelNameMax = 100

export const broadcasterTypes = ['tv', 'pay_tv', 'streaming', 'mediathek'] as const
export type BroadcasterType = (typeof broadcasterTypes)[number]

/** The form of a broadcaster or a streaming provider; a provider has no type. */
export const channelForm = z.object({
  name: requiredLine(channelNameMax, 'Wie heißt er?'),
  website_url: optionalUrl,
  type: z.enum(broadcasterTypes),
  color: hexColor,
  active: z.boolean(),
})
export type ChannelFields = z.infer<typeof channelForm>
