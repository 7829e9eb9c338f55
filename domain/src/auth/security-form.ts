import * as z from 'zod/mini'
import { mailDomain } from './mail-domains.ts'
import { passwordFault } from './password.ts'

/** A new e-mail address for the account. Only the server knows all allowed domains, so any domain is accepted here. */
export const newEmailSchema = (current: string) =>
  z.object({
    email: z.string().check(
      z.refine((email) => mailDomain(email) !== null, {
        message: 'Das ist keine gültige E-Mail-Adresse. Prüf sie noch einmal.',
        abort: true,
      }),
      z.refine((email) => email.trim().toLowerCase() !== current.toLowerCase(), 'Das ist schon deine Adresse.'),
    ),
  })

/** The current password (absent for accounts created through a provider) and the new one, typed twice. */
export const changePasswordSchema = z
  .object({ current: z.string(), next: z.string(), again: z.string() })
  .check(({ value, issues }) => {
    const fault = passwordFault(value.next)
    if (fault) issues.push({ code: 'custom', input: value, path: ['next'], message: fault.text })
    if (value.next === value.again) return
    const message = 'Passwörter stimmen nicht überein. Bitte überprüfe deine Passwort-Eingabe.'
    issues.push({ code: 'custom', input: value, path: ['again'], message })
  })

/** The current password, verified by the server. */
export const currentPasswordSchema = z.object({ password: z.string() })

export const factorNameMax = 40

/** The member's own name for an authenticator device. */
export const factorNameSchema = z.object({
  device: z.string().check(z.trim(), z.minLength(1, 'Gib dem Gerät einen Namen.')),
})

/** The word to type to confirm deletion: short enough for a phone, too long to type by accident. */
export const deletionWord = 'löschen'

export const isDeletionWord = (typed: string): boolean => typed.trim().toLocaleLowerCase('de') === deletionWord

export const deletionSchema = z.object({
  confirmation: z.string().check(z.refine(isDeletionWord)),
  /** Whether posts and comments go as well. */
  withContent: z.boolean(),
})
