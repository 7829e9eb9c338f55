import { TOTP_SECONDS, totpCode } from '@hot/embedded/auth/factors/totp'
import type { DemoAccount } from './start-demo.ts'

/** The body of a page part: the current code of each demo account that has a second factor; empty without one. */
export function demoCodes(accounts: readonly DemoAccount[], now = new Date()): string {
  const rows = accounts.flatMap(({ email, totp_secret }) =>
    totp_secret ? [`<li>${email}: <b>${totpCode(totp_secret, now)}</b></li>`] : [],
  )
  if (rows.length === 0) return ''
  const left = TOTP_SECONDS - (Math.floor(now.getTime() / 1000) % TOTP_SECONDS)
  return `<article><h2>Codes der Demo-Konten</h2><p>Der zweite Faktor für den Team-Bereich, noch ${left} Sekunden gültig.
Jeder Code gilt einmal. Lade die Seite für den nächsten.</p><ul>${rows.join('')}</ul></article>`
}
