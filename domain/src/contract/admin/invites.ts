import { z } from 'zod'
import { count, cursor, id, instant, memberRef } from '../parts.ts'

/** An invite code as staff see it. */
export const adminInvite = z.strictObject({
  id,
  code: z.string(),
  note: z.string().nullable(),
  max_uses: count,
  uses: count,
  expires_at: instant.nullable(),
  created_at: instant,
  created_by: memberRef.nullable(),
  state: z.enum(['valid', 'used', 'expired', 'inactive']),
})
export type AdminInvite = z.infer<typeof adminInvite>

/** `admin_invites_page(p_query, p_state, p_after, p_limit)`: newest first. */
export const adminInvitesPage = z.strictObject({ items: z.array(adminInvite), next: cursor })
export type AdminInvitesPage = z.infer<typeof adminInvitesPage>

/** `admin_invite_uses(p_id, p_after, p_limit)`: members who redeemed a code, latest first. */
export const adminInviteUses = z.strictObject({
  items: z.array(
    z.strictObject({
      user_id: id,
      /** null: no nickname yet. */
      member: memberRef.nullable(),
      redeemed_at: instant,
    }),
  ),
  next: cursor,
})
export type AdminInviteUses = z.infer<typeof adminInviteUses>
