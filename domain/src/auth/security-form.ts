import * as z from 'zod/mini'
import { mailDomain } from './mail-domains.ts'
import { passwordFault } from './password.ts'

/** A new address for the account, as far as a page can know; the operator's extra domains only the server knows. */
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

/** The current password, which accounts made through a provider do not have, and the next one typed twice. */
export const changePasswordSchema = z
  .object({ current: z.string(), next: z.string(), again: z.string() })
  .check(({ value, issues }) => {
    const fault = passwordFault(value.next)
    if (fault) issues.push({ code: 'custom', input: value, path: ['next'], message: fault.text })
    if (value.next === value.again) return
    const message = 'Passwörter stimmen nicht überein. Bitte überprüfe deine Passwort-Eingabe.'
    issues.push({ code: 'custom', input: value, path: ['again'], message })
  })

/** The password of this account, to be proven by the server. */
export const currentPasswordSchema = z.object({ password: z.string() })

export const factorNameMax = 40

/** What the owner calls a device that makes codes. */
export const factorNameSchema = z.object({
  device: z.string().check(z.trim(), z.minLength(1, 'Gib dem Gerät einen Namen.')),
})

/** To be typed; short enough for a phone, long enough not to happen. */
export const deletionWord = 'löschen'

export const isDeletionWord = (typed: string): boolean => typed.trim().toLocaleLowerCase('de') === deletionWord

export const deletionSchema = z.object({ confirmation: z.string().check(z.refine(isDeletionWord)) })
