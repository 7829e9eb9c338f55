export type MailProvider = { name: string; domains: readonly string[] }

/** Providers whose addresses may sign up (docs/product/accounts.md), in display order; the database has the same. */
export const mailProviders: readonly MailProvider[] = [
  { name: 'Google', domains: ['gmail.com', 'googlemail.com'] },
  { name: 'Proton', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { name: 'GMX', domains: ['gmx.de', 'gmx.at', 'gmx.ch', 'gmx.net', 'gmx.com'] },
  { name: 'Web', domains: ['web.de'] },
  { name: 'T-Online', domains: ['t-online.de'] },
  { name: 'Apple', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Hotmail', domains: ['hotmail.com', 'hotmail.de', 'hotmail.co.uk', 'live.com', 'live.de'] },
  { name: 'Outlook', domains: ['outlook.com', 'outlook.de'] },
  { name: 'Yahoo', domains: ['yahoo.com', 'yahoo.de', 'ymail.com', 'rocketmail.com'] },
]

const allowed = new Set(mailProviders.flatMap((provider) => provider.domains))

/** Whether an address may be used for an account. `extraDomains`: those that the operator allows (`hot.example`). */
export function isAllowedMail(email: string, extraDomains: readonly string[] = []): boolean {
  const domain = mailDomain(email)
  if (domain === null) return false
  return allowed.has(domain) || extraDomains.some((extra) => asciiDomain(extra.trim()) === domain)
}

/**
 * Domain of an address in lower case, or null when the text is not an address. International domains are converted to
 * punycode (`müller.de` → `xn--mller-kva.de`), so that a look-alike (Cyrillic `gmаil.com`) is a different domain.
 */
export function mailDomain(email: string): string | null {
  const match = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@([^\s@]+)$/u.exec(email.trim())
  return match?.[1] === undefined ? null : asciiDomain(match[1])
}

/** The providers for a sentence: `Google, Proton, … oder Yahoo`. */
export function providerList(): string {
  const names = mailProviders.map((provider) => provider.name)
  return `${names.slice(0, -1).join(', ')} oder ${names.at(-1)}`
}

/** A domain in punycode, or null. The pattern rejects ports, paths and escapes, which `URL` would drop or decode. */
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u.test(domain)) return null
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : null
}
