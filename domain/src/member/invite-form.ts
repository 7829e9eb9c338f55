import * as z from 'zod/mini'
import { optionalDay } from '../text/entry-rules.ts'

/** As `invites` allows. */
export const inviteLimits = { uses: 100_000, note: 500 } as const

/** A new invite code: how often, how long, what for. */
export const inviteForm = z.object({
  uses: z
    .string()
    .check(
      z.refine(
        (text) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= inviteLimits.uses,
        'Gib eine Zahl von 1 bis 100.000 ein.',
      ),
    ),
  /** The last day; empty: without end. */
  until: optionalDay,
  note: z.string().check(z.maxLength(inviteLimits.note)),
})
export type InviteFields = z.infer<typeof inviteForm>

/** Somebody staff give an account to. */
export const memberInvitationForm = z.object({ email: z.string().check(z.trim()) })
