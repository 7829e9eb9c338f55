import { failureOf, failureText, unknownFailure } from '../sign-in-error.ts'

/** GoTrue's types of mailed links. */
export const mailLinkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type MailLinkType = (typeof mailLinkTypes)[number]

/** What went wrong in the callback, and which actions to offer. `signedIn`: the text for who is signed in already. */
export type CallbackTrouble = {
  title: string
  text: string
  signedIn?: string
  ways: readonly ('sign-in' | 'resend' | 'recover')[]
}

const expiredLink: CallbackTrouble = {
  title: 'Der Link gilt nicht mehr',
  text: 'Er ist abgelaufen oder wurde schon benutzt. Ist deine Adresse schon bestätigt, melde dich einfach an. Sonst schicken wir dir einen neuen.',
  signedIn: 'Er ist abgelaufen oder wurde schon benutzt. Du bist angemeldet und brauchst ihn nicht mehr.',
  ways: ['sign-in', 'resend', 'recover'],
}
/** A newer mail ends the links of the older ones, which look the same in a mailbox. */
const expiredRecovery: CallbackTrouble = {
  title: 'Der Link gilt nicht mehr',
  text: 'Er ist abgelaufen, wurde schon benutzt, oder du hast danach noch eine Mail angefordert: Dann gilt nur die neueste. Ist keine neuere da, fordere hier eine an.',
  ways: ['recover', 'sign-in'],
}
const expiredSignIn: CallbackTrouble = {
  title: 'Der Link gilt nicht mehr',
  text: 'Er ist abgelaufen, wurde schon benutzt, oder du hast danach noch eine Mail angefordert: Dann gilt nur die neueste.',
  signedIn: 'Er ist abgelaufen oder wurde schon benutzt. Du bist angemeldet und brauchst ihn nicht mehr.',
  ways: ['sign-in', 'recover'],
}
const expiredChange: CallbackTrouble = {
  title: 'Der Link gilt nicht mehr',
  text: 'Er ist abgelaufen, wurde schon benutzt, oder die Änderung ist gestoppt. Melde dich an: Welche Adresse gilt, steht unter „Sicherheit“.',
  signedIn:
    'Er ist abgelaufen, wurde schon benutzt, oder die Änderung ist gestoppt. Welche Adresse gilt, steht in deinem Account unter „Sicherheit“.',
  ways: ['sign-in'],
}
const expiredByType: { readonly [type in MailLinkType]?: CallbackTrouble } = {
  recovery: expiredRecovery,
  invite: expiredRecovery,
  magiclink: expiredSignIn,
  email: expiredSignIn,
  email_change: expiredChange,
}
const otherBrowser: CallbackTrouble = {
  title: 'Anderer Browser, andere Baustelle',
  text: 'Dieser Link gehört zu dem Browser, in dem du ihn angefordert hast. Wolltest du nur deine Adresse bestätigen, probier, ob du dich anmelden kannst. Für ein neues Passwort öffne den Link dort oder fordere hier einen neuen an.',
  ways: ['sign-in', 'recover'],
}
const alreadyConfirmed: CallbackTrouble = {
  title: 'Schon bestätigt',
  text: 'Deine Adresse ist bestätigt, das hat dieser Link schon erledigt. Melde dich einfach an.',
  signedIn:
    'Deine Adresse ist bestätigt, das hat dieser Link schon erledigt. Du bist angemeldet, mehr ist nicht zu tun.',
  ways: ['sign-in', 'recover'],
}
const notStopped: CallbackTrouble = {
  title: 'So lässt sich die Änderung nicht stoppen',
  text: 'Solange du in deiner Mail nichts bestätigst, bleibt deine Adresse, wie sie ist. Gib dir jetzt ein neues Passwort, dann endet jede andere Anmeldung.',
  ways: ['sign-in', 'recover'],
}
const startAgain: CallbackTrouble = {
  title: 'Anmeldung fehlgeschlagen',
  text: 'Die Anmeldung war zu lange unterwegs oder wurde schon abgeschlossen. Fang bitte noch einmal an.',
  ways: ['sign-in'],
}
const cancelled: CallbackTrouble = {
  title: 'Anmeldung abgebrochen',
  text: 'Du hast die Anmeldung beim Anbieter abgebrochen. Du kannst es noch einmal versuchen oder deine E-Mail-Adresse nehmen.',
  ways: ['sign-in'],
}
const closed: CallbackTrouble = {
  title: 'Registrierung fehlgeschlagen',
  text: 'Registrierung ist derzeit nicht möglich.',
  ways: ['sign-in'],
}
const providerAway: CallbackTrouble = {
  title: 'Anmeldung fehlgeschlagen',
  text: 'Der Anbieter ist gerade nicht erreichbar. Versuch es gleich noch einmal, oder nimm E-Mail und Passwort.',
  ways: ['sign-in'],
}
const alreadyLinked: CallbackTrouble = {
  title: 'Verknüpfen fehlgeschlagen',
  text: 'Dieses Konto beim Anbieter gehört schon zu einem anderen Account bei HoT.',
  ways: ['sign-in'],
}
const unproven: CallbackTrouble = {
  title: 'Anmeldung fehlgeschlagen',
  text: 'Der Anbieter hat deine E-Mail-Adresse nicht bestätigt. Bestätige sie dort, oder melde dich hier mit E-Mail und Passwort an.',
  ways: ['sign-in'],
}

/** By GoTrue's error code, or OAuth's `error` where there is none (RFC 6749 §4.1.2.1). */
const byCode: ReadonlyMap<string, CallbackTrouble> = new Map(
  Object.entries({
    otp_expired: expiredLink,
    email_already_confirmed: alreadyConfirmed,
    stop_unavailable: notStopped,
    pkce_code_verifier_not_found: otherBrowser,
    bad_code_verifier: startAgain,
    flow_state_not_found: startAgain,
    flow_state_expired: startAgain,
    flow_state_already_used: startAgain,
    bad_oauth_state: startAgain,
    bad_oauth_callback: startAgain,
    access_denied: cancelled,
    user_cancelled_authorize: cancelled,
    signup_disabled: closed,
    invite_required: closed,
    provider_email_needs_verification: unproven,
    temporarily_unavailable: providerAway,
    oauth_provider_not_supported: providerAway,
    identity_already_exists: alreadyLinked,
  }),
)

/**
 * The text for an error in the link or of its exchange, by what the link was for. Nothing from the URL is shown, because
 * anyone can craft one.
 */
export function callbackTrouble(error: unknown, type?: MailLinkType): CallbackTrouble {
  const { code, message } = failureOf(error)
  if (code === 'otp_expired' && type) return expiredByType[type] ?? expiredLink
  const known = byCode.get(code)
  // Refusals by our own rules have the code access_denied too, and a message that `failureText` knows.
  if (known && !(known === cancelled && message !== '' && failureText({ message }) !== unknownFailure)) return known
  return { title: 'Anmeldung fehlgeschlagen', text: failureText(error), ways: ['sign-in'] }
}
