import { z } from 'zod'
import { id } from './scalar.ts'

/** A member as author or actor, from `public_profiles`. */
export const memberRef = z.strictObject({
  id,
  nickname: z.string(),
  slug: z.string(),
  avatar_url: z.string().nullable(),
  karma: z.int(),
})
export type MemberRef = z.infer<typeof memberRef>
