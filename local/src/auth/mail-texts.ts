import type { OutgoingMail } from '../mail-transport.ts'

export type MailKind = 'signup' | 'recovery' | 'email_change_new' | 'email_change_current'

type Words = { subject: string; intro: string; action: string; after: string }

const IGNORE = 'Du warst das nicht? Dann kannst du diese Mail einfach löschen.'

const WORDS: Record<MailKind, Words> = {
  signup: {
    subject: 'Bestätige deine E-Mail-Adresse',
    intro: 'schön, dass du da bist. Ein Klick fehlt noch, dann ist dein Konto bei HoT bereit.',
    action: 'E-Mail-Adresse bestätigen',
    after: IGNORE,
  },
  recovery: {
    subject: 'Neues Passwort für HoT',
    intro: 'über diesen Link kannst du dir ein neues Passwort geben.',
    action: 'Neues Passwort festlegen',
    after: `${IGNORE} Dein altes Passwort gilt dann weiter.`,
  },
  email_change_new: {
    subject: 'Bestätige deine neue E-Mail-Adresse',
    intro: 'diese Adresse soll künftig zu deinem Konto bei HoT gehören. Bitte bestätige sie.',
    action: 'Neue Adresse bestätigen',
    after: IGNORE,
  },
  email_change_current: {
    subject: 'Deine E-Mail-Adresse bei HoT soll sich ändern',
    intro: 'dein Konto soll eine andere E-Mail-Adresse bekommen. Bitte bestätige auch hier, dass du das willst.',
    action: 'Änderung bestätigen',
    after: 'Du warst das nicht? Dann klicke nicht, und ändere bitte sofort dein Passwort.',
  },
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** A mail of the account, in German, as text and as plain HTML. `link` is ours and valid for an hour. */
export function accountMail(kind: MailKind, to: string, link: string, otp: string): OutgoingMail {
  const { subject, intro, action, after } = WORDS[kind]
  const validity = 'Der Link gilt eine Stunde.'
  return {
    to,
    subject,
    text: `Hallo,\n\n${intro}\n\n${action}:\n${link}\n\nOder gib diesen Code ein: ${otp}\n\n${validity} ${after}\n\nDein HoT-Team\n`,
    html: `<p>Hallo,</p><p>${escaped(intro)}</p><p><a href="${escaped(link)}">${escaped(action)}</a></p>
<p>Oder gib diesen Code ein: <strong>${otp}</strong></p><p>${escaped(`${validity} ${after}`)}</p><p>Dein HoT-Team</p>`,
  }
}
