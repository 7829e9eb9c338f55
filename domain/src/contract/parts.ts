import { z } from 'zod'

/** Scalar types of the wire. Days are `YYYY-MM-DD`, times of day `HH:MM:SS` in Europe/Berlin, instants ISO 8601. */
export const id = z.uuid()
export const day = z.iso.date()
export const timeOfDay = z.string().regex(/^\d\d:\d\d:\d\d$/)
export const instant = z.iso.datetime({ offset: true, local: true })
export const count = z.int().min(0)
/** HoT score, 0–100; where it is nullable, null means too few weighing votes. */
export const score = z.number().min(0).max(100)
/** Opaque keyset cursor; pass it back unchanged as `p_after`. null: end of the list. */
export const cursor = z.string().nullable()

/** A member as author or actor, from `public_profiles`. */
export const memberRef = z.strictObject({
  id,
  nickname: z.string(),
  slug: z.string(),
  avatar_url: z.string().nullable(),
  karma: z.int(),
})
export type MemberRef = z.infer<typeof memberRef>
