import { networkSentences, sessionGone, unknownFailureText } from '@hot/domain/network/refusals'
import { isUnanswered } from '../no-answer.ts'

type Texts = Readonly<Record<string, string>>

/**
 * German texts by the code of GoTrue and storage, never by their English messages, and by the hint of our SQL where more is to be
 * said than it says itself.
 */
const texts: Texts = {
  nickname_form: 'Nimm 3 bis 20 Zeichen: deutsche Buchstaben, Ziffern, Unterstrich und Punkt, am Ende nichts wie .de.',
  nickname_reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
  nickname_taken: 'Der Name ist schon weg. Nimm einen anderen.',
  nickname_required: 'Dafür brauchst du einen Nickname. Such dir in deinem Account einen aus.',
  bio_too_long: 'Deine Bio ist zu lang. Höchstens 500 Zeichen.',
  avatar_missing: 'Das Bild ist nicht angekommen. Lade es noch einmal hoch.',
  avatar_not_own: 'Das Bild gehört nicht zu deinem Account. Lade es noch einmal hoch.',
  rate_limited: networkSentences.rate_limited,
  not_changeable: 'Diese Nachricht bekommst du immer.',
  email_domain_not_allowed: 'Von diesem Anbieter nehmen wir keine Adressen. Nimm eine andere.',
  invalid_credentials: 'Das Passwort stimmt nicht. Versuch es noch einmal.',
  same_password: 'Das ist dein altes Passwort. Denk dir ein neues aus.',
  weak_password: 'Dieses Passwort ist zu leicht zu erraten. Nimm ein anderes.',
  email_exists: 'Mit dieser Adresse gibt es schon einen Account. Nimm eine andere.',
  email_address_invalid: 'Das ist keine gültige E-Mail-Adresse. Prüf sie noch einmal.',
  email_address_not_authorized: 'An diese Adresse können wir nichts schicken. Nimm eine andere.',
  over_email_send_rate_limit: 'Gerade gehen zu viele Mails raus. Versuch es in ein paar Minuten noch einmal.',
  over_request_rate_limit: networkSentences.rate_limited,
  mfa_verification_failed: 'Der Code stimmt nicht. Nimm den, der gerade in der App steht.',
  mfa_verification_rejected: 'Der Code wurde abgelehnt. Nimm den nächsten aus der App.',
  mfa_challenge_expired: 'Das hat zu lange gedauert. Gib den Code ein, der jetzt in der App steht.',
  mfa_factor_name_conflict: 'Ein Gerät mit diesem Namen hast du schon. Nenn es anders.',
  mfa_factor_not_found: 'Dieses Gerät gibt es nicht mehr. Lade die Seite neu.',
  too_many_enrolled_mfa_factors: 'Mehr Geräte gehen nicht. Entferne erst eines.',
  mfa_totp_enroll_not_enabled: 'Zwei-Faktor ist hier gerade abgeschaltet. Versuch es später noch einmal.',
  session_not_found: sessionGone,
  session_expired: sessionGone,
  refresh_token_not_found: sessionGone,
  no_answer_in_time: 'Der Server antwortet gerade nicht. Versuch es gleich noch einmal.',
  user_banned: 'Dein Account ist gesperrt.',
}

const offline = 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.'
const unknown = `${unknownFailureText} Versuch es gleich noch einmal.`

const part = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** The stable name of a refusal: the hint of our SQL, else the code of GoTrue or storage; empty without either. */
export function refusalOf(error: unknown): string {
  const names = [part(error, 'hint'), part(error, 'code')]
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? ''
}

/** What our SQL says to a person (`domain/src/<noun>/refusals.ts`); empty if it was not our SQL, whose hints are names, that refused. */
export function sentenceOf(error: unknown): string {
  const isOurs = part(error, 'code') && /^[a-z_]+$/.test(String(part(error, 'hint') ?? ''))
  return isOurs ? String(part(error, 'message')) : ''
}

/** The same of errors that libraries made of it. */
const hadNoAnswer = (error: unknown): boolean =>
  isUnanswered(error) || part(error, 'status') === 0 || part(error, 'name') === 'AuthRetryableFetchError'

/** The session has ended: auth-js has no code for it, and PostgREST treats the request as a guest's. */
const isSignedOut = (error: unknown): boolean =>
  part(error, 'status') === 401 || part(error, 'name') === 'AuthSessionMissingError'

/** User-facing text for a failed action: what happened and what to do. `special` has what one form says differently. */
export function failureText(error: unknown, special: Texts = {}): string {
  const refusal = refusalOf(error)
  const known = special[refusal] || texts[refusal] || sentenceOf(error)
  if (known) return known
  if (isSignedOut(error)) return texts.session_not_found ?? unknown
  if (hadNoAnswer(error)) return offline
  if (part(error, 'status') === 429) return texts.rate_limited ?? unknown
  return unknown
}
