import { parseUrl } from '../url/parse-url.ts'

/** `brand`: how its own page is called, where that is another name. */
export type MailProvider = { name: string; domains: readonly string[]; inbox: string; brand?: string }

/** Providers whose addresses may sign up (docs/product/accounts.md), in display order; the database has the same. */
export const mailProviders: readonly MailProvider[] = [
  { name: 'Google', domains: ['gmail.com', 'googlemail.com'], inbox: 'https://mail.google.com/' },
  { name: 'Proton', domains: ['proton.me', 'protonmail.com', 'pm.me'], inbox: 'https://mail.proton.me/' },
  { name: 'GMX', domains: ['gmx.de', 'gmx.at', 'gmx.ch', 'gmx.net', 'gmx.com'], inbox: 'https://www.gmx.net/' },
  { name: 'Web', domains: ['web.de'], inbox: 'https://web.de/', brand: 'WEB.DE' },
  { name: 'T-Online', domains: ['t-online.de'], inbox: 'https://email.t-online.de/' },
  { name: 'Apple', domains: ['icloud.com', 'me.com', 'mac.com'], inbox: 'https://www.icloud.com/mail' },
  {
    name: 'Hotmail',
    domains: ['hotmail.com', 'hotmail.de', 'hotmail.co.uk', 'live.com', 'live.de'],
    inbox: 'https://outlook.live.com/mail/',
  },
  { name: 'Outlook', domains: ['outlook.com', 'outlook.de'], inbox: 'https://outlook.live.com/mail/' },
  {
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.de', 'ymail.com', 'rocketmail.com'],
    inbox: 'https://mail.yahoo.com/',
  },
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

/** Where the mails of an address are read, if its provider is known. */
export function inboxOf(email: string): Pick<MailProvider, 'name' | 'inbox' | 'brand'> | null {
  const domain = mailDomain(email)
  return mailProviders.find(({ domains }) => domain !== null && domains.includes(domain)) ?? null
}

/** Letters that have to be typed, left out, replaced or swapped to get from one text to the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (same ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(from.length, to.length)
}

/** The most typos in a domain that is still recognised; a short one has many neighbours. */
const typosIn = (domain: string) => (domain.length < 7 ? 1 : 2)

/** The address that was probably meant (`anna@gmail.co` → `anna@gmail.com`), or null. */
export function meantMail(email: string, extraDomains: readonly string[] = []): string | null {
  const domain = mailDomain(email)
  if (domain === null || domain.length > 40 || isAllowedMail(email, extraDomains)) return null
  const near = [...allowed, ...extraDomains]
    .map((known) => ({ known, typos: distance(domain, known) }))
    .filter(({ known, typos }) => typos <= typosIn(known))
    .sort((a, b) => a.typos - b.typos)[0]
  return near ? `${email.trim().slice(0, email.trim().lastIndexOf('@'))}@${near.known}` : null
}

/** The providers for a sentence: `Google, Proton, … oder Yahoo`. */
export function providerList(): string {
  const names = mailProviders.map((provider) => provider.name)
  return `${names.slice(0, -1).join(', ')} oder ${names.at(-1)}`
}

/** A domain in punycode, or null. The pattern rejects ports, paths and escapes, which `URL` would drop or decode. */
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u.test(domain)) return null
  return parseUrl(`http://${domain}`)?.hostname ?? null
}
