import * as z from 'zod/mini'
import { isAllowedMail, mailDomain, providerList } from './mail-domains.ts'
import { passwordFault } from './password.ts'

/** What is typed into the e-mail screens of signing in. */
export type Entry = { email: string; password: string; confirmation: string; inviteCode: string }
export type EntryMode = 'login' | 'register'

/** Digits of a code from an app, a mail or an SMS. */
export const codeLength = 6
export const inviteCodeMax = 12

/** A refusal before anything is sent: its toast, the sentence at the field, and the field to go back to. */
export type Refusal = { title: string; text: string; field: 'email' | 'password' | 'confirmation' }

export const mailRefusal = (): Refusal => ({
  title: 'E-Mail nicht erlaubt',
  text: `Bitte verwende eine E-Mail-Adresse von ${providerList()}.`,
  field: 'email',
})

/** What stands at the field; the hint below an address already lists the providers. */
export const atField = ({ title, text, field }: Refusal): string => (field === 'email' ? `${title}.` : text)

function refusePassword(password: string): Refusal | null {
  const fault = passwordFault(password)
  if (!fault) return null
  const title = fault.kind === 'short' ? 'Passwort zu kurz' : 'Passwort zu lang'
  return { title, text: fault.text, field: 'password' }
}

/** A password somebody wants to have; null: it will do. */
export function refuseNewPassword({
  password,
  confirmation,
}: Pick<Entry, 'password' | 'confirmation'>): Refusal | null {
  const refusal = refusePassword(password)
  if (refusal) return refusal
  if (password === confirmation) return null
  return {
    title: 'Passwörter stimmen nicht überein',
    text: 'Bitte überprüfe deine Passwort-Eingabe.',
    field: 'confirmation',
  }
}

/** The first rule that is broken, in this order. `allowed` decides about the address (fixed list plus the operator's). */
export function refuseEntry(
  entry: Omit<Entry, 'inviteCode'>,
  mode: EntryMode,
  allowed: (email: string) => boolean = isAllowedMail,
): Refusal | null {
  if (!allowed(entry.email)) return mailRefusal()
  if (mode === 'register') return refuseNewPassword(entry)
  const refusal = refusePassword(entry.password)
  // An old password may be longer than a new one could be.
  return refusal?.title === 'Passwort zu kurz' ? refusal : null
}

/** Submit stays disabled as long as this is true. */
export const isIncomplete = (entry: Omit<Entry, 'inviteCode'>, mode: EntryMode): boolean =>
  entry.email.trim() === '' || entry.password === '' || (mode === 'register' && entry.confirmation === '')

const entry = z.object({ email: z.string(), password: z.string(), confirmation: z.string(), inviteCode: z.string() })

/** One mistake at a time: the first rule that `refuse` finds broken. */
export const entrySchema = (refuse: (entry: Entry) => Refusal | null | Promise<Refusal | null>) =>
  entry.check(async ({ value, issues }) => {
    const refusal = await refuse(value)
    if (refusal) issues.push({ code: 'custom', input: value, path: [refusal.field], message: atField(refusal) })
  })

/** The address a recovery mail is asked for; who has an account is nobody's business here. */
export const forgotSchema = entry.check(
  z.refine(({ email }) => mailDomain(email) !== null, {
    path: ['email'],
    message: 'Das ist keine E-Mail-Adresse. Prüf, ob du dich vertippt hast.',
  }),
)

export const newPasswordSchema = z
  .object({ password: z.string(), confirmation: z.string() })
  .check(({ value, issues }) => {
    const refusal = refuseNewPassword(value)
    if (refusal) issues.push({ code: 'custom', input: value, path: [refusal.field], message: refusal.text })
  })

/** Apps show the digits in two groups; typed like that they are right as well. */
export const codeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replace(/\D/g, '')),
    z.refine((code) => code.length === codeLength, 'Der Code hat sechs Ziffern.'),
  ),
})

/** Codes are spelled in capitals and often pasted with white space around or inside. */
export const asInviteCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Longest text of the field: a code with what people paste around it. */
export const inviteFieldMax = 20

/** Whether the code is good only the database knows. */
export const inviteForm = z.object({ code: z.string().check(z.overwrite(asInviteCode), z.minLength(1)) })
