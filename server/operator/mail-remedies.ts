import type { MailTrial } from '@hot/embedded/mailbox/try-mail-server'
import { causeLine } from '../wire/request-log.ts'

type Told = { problem: string; remedy: string }

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined

/** The system's or TLS's own code, which the mail library passes on as the cause or within the message. */
function codeOf(error: unknown): string {
  const inner = fieldOf(error, 'cause')
  const found = [fieldOf(inner, 'code'), fieldOf(error, 'syscallCode'), fieldOf(error, 'errno'), fieldOf(error, 'code')]
  const named = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)\b/.exec(
    causeLine(error),
  )
  return named?.[1] ?? String(found.find((code) => typeof code === 'string') ?? '')
}

/** Whether a connection failed because this machine does not recognise the other's certificate. */
export const isAboutCertificate = (said: string) =>
  /certificate|self.signed|altnames|CERT_|UNABLE_TO_VERIFY|DEPTH_ZERO/i.test(said)

/** What makes Node recognise it, where its authority is the operator's own. */
export const OWN_AUTHORITY = 'Eigene Zertifizierungsstelle: NODE_EXTRA_CA_CERTS=DATEI.'

/** OpenSSL's reason, without its addresses and source lines. */
const tlsReason = (said: string) => /SSL routines:[^:]*:([^:]+)/.exec(said)?.[1]?.trim() ?? said

/** What went wrong between HoT and a mail server, and what mends it; undefined: the server took everything. */
export function mailProblem({ host, port, error }: MailTrial): Told | undefined {
  if (error === undefined) return undefined
  const where = `${host}:${port}`
  const said = causeLine(error)
  const code = codeOf(error)
  const status = Number(fieldOf(error, 'responseCode'))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { problem: `Den Mailserver ${host} gibt es nicht (${code}).`, remedy: 'Prüf den Rechnernamen in SMTP_URL.' }
  if (code === 'ECONNREFUSED')
    return {
      problem: `Auf ${where} nimmt niemand Verbindungen an (${code}).`,
      remedy: 'Prüf den Port in SMTP_URL: meistens 587, mit smtps:// 465.',
    }
  if (isAboutCertificate(`${code} ${said}`))
    return {
      problem: `Das TLS-Zertifikat von ${where} wird nicht anerkannt (${said}).`,
      remedy: `Nimm den Rechnernamen, auf den es ausgestellt ist. ${OWN_AUTHORITY}`,
    }
  if (/wrong version number|packet length too long/i.test(said))
    return {
      problem: `${where} spricht am Anfang kein TLS, SMTP_URL verlangt es.`,
      remedy: 'Nimm smtp:// mit Port 587 (TLS beginnt dann mit STARTTLS) oder smtps:// mit Port 465.',
    }
  if (/SSL routines|TLS/.test(said))
    return {
      problem: `${where} bricht den Aufbau von TLS ab (${tlsReason(said)}).`,
      remedy: 'Das liegt am Mailserver: an seinem Zertifikat, Schlüssel oder TLS. Sein Log nennt den Grund.',
    }
  if (fieldOf(error, 'code') === 'EAUTH' || status === 535 || status === 534)
    return {
      problem: `${where} nimmt Nutzer oder Passwort nicht an (${status || said}).`,
      remedy:
        'Prüf beide in SMTP_URL; Sonderzeichen darin müssen kodiert sein (@ als %40). Manche Anbieter verlangen ein App-Passwort.',
    }
  if (code === 'ETIMEDOUT' || code === 'ECONNECTION' || /greeting|timeout/i.test(said))
    return {
      problem: `${where} antwortet nicht (${said}).`,
      remedy:
        'Viele Anbieter sperren Port 25 und 465 für neue Server: Nimm 587 oder lass ihn freischalten. Spricht der Port von Anfang an TLS, nimm smtps://.',
    }
  if (status >= 500 && /\b5\.1\.[0-3]\b|no such user|user unknown|unknown user/i.test(said))
    return {
      problem: `${where} nimmt diesen Empfänger nicht (${said}).`,
      remedy: 'Prüf die Adresse, an die du schreibst.',
    }
  if (status >= 500)
    return {
      problem: `${where} lehnt die Mail ab (${said}).`,
      remedy:
        'Meistens darf dieses Konto nicht mit diesem Absender schreiben: Setz in SMTP_URL ?from=HoT <ADRESSE> auf eine, die ihm gehört.',
    }
  if (status >= 400)
    return {
      problem: `${where} nimmt die Mail gerade nicht an (${said}).`,
      remedy: 'Versuch es in einigen Minuten noch einmal.',
    }
  return { problem: `Mit ${where} geht es nicht: ${said}.`, remedy: 'Prüf SMTP_URL (docs/operations/configure.md).' }
}
