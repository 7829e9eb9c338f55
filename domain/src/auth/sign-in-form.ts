import * as z from 'zod/mini'
import { isAllowedMail, mailDomain, providerList } from './mail-domains.ts'
import { passwordFault } from './password.ts'
import { authSentences } from './refusals.ts'

/** Fields of the e-mail sign-in screens. */
export type Entry = { email: string; password: string; confirmation: string; inviteCode: string }
export type EntryMode = 'login' | 'register'

/** Digits of a code from an app, a mail or an SMS. */
export const codeLength = 6
export const inviteCodeMax = 12

/** A client-side rejection: its toast, the message at the field, and the field to focus. */
export type Refusal = { title: string; text: string; field: 'email' | 'password' | 'confirmation' | 'inviteCode' }

export const mailRefusal = (): Refusal => ({
  title: authSentences.email_domain_not_allowed,
  text: `Bitte verwende eine E-Mail-Adresse von ${providerList()}.`,
  field: 'email',
})

const noMailAddress: Refusal = {
  title: 'Keine gültige E-Mail-Adresse',
  text: 'Prüf, ob du dich vertippt hast. Sie sieht aus wie anna@gmx.de.',
  field: 'email',
}

/** The message at the field. For e-mail it is only the title, since the hint below the field lists the providers. */
export const atField = ({ title, text, field }: Refusal): string => (field === 'email' ? `${title}.` : text)

function refusePassword(password: string): Refusal | null {
  const fault = passwordFault(password)
  if (!fault) return null
  const title = fault.kind === 'short' ? 'Passwort zu kurz' : 'Passwort zu lang'
  return { title, text: fault.text, field: 'password' }
}

/** Checks a new password; null when it is acceptable. */
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

/** The first broken rule: address, then password. `allowed` checks the mail domain (fixed list and the operator's). */
export function refuseEntry(
  entry: Omit<Entry, 'inviteCode'>,
  mode: EntryMode,
  allowed: (email: string) => boolean = isAllowedMail,
): Refusal | null {
  if (mailDomain(entry.email) === null) return noMailAddress
  if (!allowed(entry.email)) return mailRefusal()
  if (mode === 'register') return refuseNewPassword(entry)
  const refusal = refusePassword(entry.password)
  // An existing password may be longer than new ones may be.
  return refusal?.title === 'Passwort zu kurz' ? refusal : null
}

/** In invite mode nobody registers without a code; whether it is valid only the database knows. */
export const refuseMissingCode = ({ inviteCode }: Pick<Entry, 'inviteCode'>): Refusal | null =>
  asInviteCode(inviteCode) === ''
    ? {
        title: 'Einladungscode fehlt',
        text: 'Neue Konten gibt es gerade nur mit Einladung. Gib deinen Code ein.',
        field: 'inviteCode',
      }
    : null

/** Whether a required field is empty; the submit button is disabled then. */
export const isIncomplete = (entry: Omit<Entry, 'inviteCode'>, mode: EntryMode): boolean =>
  entry.email.trim() === '' || entry.password === '' || (mode === 'register' && entry.confirmation === '')

const entry = z.object({ email: z.string(), password: z.string(), confirmation: z.string(), inviteCode: z.string() })

/** Reports one mistake at a time: the first rule that `refuse` finds broken. */
export const entrySchema = (refuse: (entry: Entry) => Refusal | null | Promise<Refusal | null>) =>
  entry.check(async ({ value, issues }) => {
    const refusal = await refuse(value)
    if (refusal) issues.push({ code: 'custom', input: value, path: [refusal.field], message: atField(refusal) })
  })

/** The address to send a recovery mail to; only its form is checked. */
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

/** A one-time code. Authenticator apps show the digits in two groups, so everything but digits is dropped. */
export const codeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replace(/\D/g, '')),
    z.refine((code) => code.length === codeLength, 'Der Code hat sechs Ziffern.'),
  ),
})

/** Characters of a recovery code, without its hyphens. */
const recoveryCodeLength = 12
/** Longest typed form: with a space or hyphen after each character. */
export const recoveryFieldMax = 24

/** A recovery code in upper case, without spaces and hyphens; only the database knows whether it is valid. */
export const recoveryCodeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replace(/[^0-9a-z]/gi, '').toUpperCase()),
    z.refine((code) => code.length === recoveryCodeLength, 'Ein Code hat zwölf Zeichen, zum Beispiel ABCD-EFGH-JKMN.'),
  ),
})

/** An invite code as stored: upper case, without the white space and hyphens that are often typed or pasted with it. */
export const asInviteCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Maximum length of the field: a code with white space and hyphens. */
export const inviteFieldMax = 20

/** A required invite code; only the database knows whether it is valid. */
export const inviteForm = z.object({ code: z.string().check(z.overwrite(asInviteCode), z.minLength(1)) })
