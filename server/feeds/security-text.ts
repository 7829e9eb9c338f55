import type { Hono } from 'hono'
import { plainResponse } from '../pages/plain-page.ts'
import type { Env } from '../wire/client-address.ts'

/** `site`: the operator data by key, see `readSiteData`; `siteUrl`: the public origin. */
type Site = { site: Readonly<Record<string, string>>; siteUrl: string }

const path = '/.well-known/security.txt'
const day = 86_400_000
/** RFC 9116 recommends less than a year, so that outdated contacts expire. */
const validDays = 364

/** RFC 9116. `Expires` is counted from midnight UTC, so that the text changes only once a day. */
function securityText(contact: string, siteUrl: string): string {
  const today = Math.floor(Date.now() / day) * day
  return [
    `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(today + validDays * day).toISOString()}`,
    'Preferred-Languages: de, en',
    // Required to be an https URL.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${path}`] : []),
    '',
  ].join('\n')
}

/** Serves `security.txt` with `SITE_SECURITY_CONTACT` (a mail address or an https URL); 404 when it is not set. */
export function addSecurityText(app: Hono<Env>, { site, siteUrl }: Site): void {
  const contact = site.security_contact
  app.get(path, (c) =>
    contact
      ? c.text(securityText(contact, siteUrl), 200, { 'cache-control': 'public, max-age=86400' })
      : plainResponse(404),
  )
}
