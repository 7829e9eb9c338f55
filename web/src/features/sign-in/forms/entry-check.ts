import { isAllowedMail, providerList } from '@hot/domain/auth/mail-domains'
import { passwordFault } from '@hot/domain/auth/password'

/** What is typed into the e-mail screens. */
export type Entry = { email: string; password: string; confirmation: string }
export type EntryField = keyof Entry
export type EntryMode = 'login' | 'register'

/** A refusal before anything is sent: a toast, and the field to go back to. */
export type Refusal = { title: string; text: string; field: EntryField }

export const mailRefusal = (): Refusal => ({
  title: 'E-Mail nicht erlaubt',
  text: `Bitte verwende eine E-Mail-Adresse von ${providerList()}.`,
  field: 'email',
})

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
  entry: Entry,
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
export const isIncomplete = (entry: Entry, mode: EntryMode): boolean =>
  entry.email.trim() === '' || entry.password === '' || (mode === 'register' && entry.confirmation === '')
