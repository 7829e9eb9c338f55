import * as z from 'zod/mini'
import { memberRole } from '../contract/admin/users.ts'
import { reasonMissing, reasonText } from '../moderation/decision-form.ts'
import { grounds } from '../moderation/grounds.ts'
import { optionalDay } from '../text/entry-rules.ts'
import { cleanLine } from '../text/sanitize-text.ts'
import { nicknameCharacters, nicknameMax, nicknameMin } from './nickname-form.ts'

/** Limits of `invites`. */
export const inviteLimits = { uses: 100_000, note: 500 } as const

/** The form of a new invite code: number of uses, expiry and note. */
export const inviteForm = z.object({
  uses: z
    .string()
    .check(
      z.refine(
        (text) => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= inviteLimits.uses,
        'Gib eine Zahl von 1 bis 100.000 ein.',
      ),
    ),
  /** Last valid day; empty: no expiry. */
  until: optionalDay,
  note: z.string().check(z.maxLength(inviteLimits.note)),
})
export type InviteFields = z.infer<typeof inviteForm>

/** The form to invite a person by e-mail. */
export const memberInvitationForm = z.object({ email: z.string().check(z.trim()) })

export const roleForm = z.object({ role: z.enum(memberRole.options) })

const nickname = z
  .string()
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, 'Ganz ohne Namen geht es nicht. Gib einen ein.'),
    z.regex(
      new RegExp(`^${nicknameCharacters}{${nicknameMin},${nicknameMax}}$`),
      'Nimm 3 bis 20 Zeichen: deutsche Buchstaben, Ziffern, Unterstrich und Punkt.',
    ),
  )

/** The form to rename a member. Only the database knows whether the nickname is available. */
export const renameForm = z.object({
  nickname,
  /** The member has asked for it: it rests on no rule. */
  wished: z.boolean(),
  rule: z.enum(grounds),
  reason: reasonText(reasonMissing),
})

/** The form to delete an account: `wished` as above. */
export const deletionForm = z.object({ wished: z.boolean(), rule: z.enum(grounds), reason: reasonText(reasonMissing) })

/** Selectable lengths of a ban in days, or for ever. */
export const banLengths = ['1', '3', '7', '14', '30', '90', '365', 'forever'] as const
export type BanLength = (typeof banLengths)[number]

export const banForm = z.object({
  length: z.enum(banLengths),
  rule: z.enum(grounds),
  reason: reasonText(reasonMissing),
})
