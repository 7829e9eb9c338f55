import type { Hono } from 'hono'
import type { Env } from '../pages/document-route.ts'
import { plainResponse } from '../pages/plain-page.ts'

/** The operator data by key, see `readSiteData`, and the public origin. */
type Site = { site: Readonly<Record<string, string>>; siteUrl: string }

const path = '/.well-known/security.txt'
const day = 86_400_000
/** RFC 9116 recommends less than a year, so that nobody writes to a contact which is long gone. */
const validDays = 364

/** RFC 9116. One text a day: the end of its validity is counted from midnight UTC. */
function securityText(contact: string, siteUrl: string): string {
  const today = Math.floor(Date.now() / day) * day
  return [
    `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(today + validDays * day).toISOString()}`,
    'Preferred-Languages: de, en',
    // Must be https.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${path}`] : []),
    '',
  ].join('\n')
}

/** Publishes whom to tell about a vulnerability (`SITE_SECURITY_CONTACT`, a mail address or an https page); else 404. */
export function addSecurityText(app: Hono<Env>, { site, siteUrl }: Site): void {
  const contact = site.security_contact
  app.get(path, (c) =>
    contact
      ? c.text(securityText(contact, siteUrl), 200, { 'cache-control': 'public, max-age=86400' })
      : plainResponse(404),
  )
}
