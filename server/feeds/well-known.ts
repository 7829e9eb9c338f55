import { openSearchPath, openSearchType } from '@hot/domain/url/paths'
import type { Hono } from 'hono'
import { plainResponse } from '../pages/plain-page.ts'
import type { Env } from '../wire/client-address.ts'
import { xmlElement, xmlText } from './xml.ts'

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

/** Where password managers lead to change one (https://w3c.github.io/webappsec-change-password-url). */
const passwordPath = '/.well-known/change-password'

/** https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md */
const openSearchText = (siteUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    xmlElement('ShortName', 'HoT'),
    xmlElement('Description', 'Stars, Formate, Termine und Trashtalk auf HoT suchen'),
    xmlElement('Language', 'de'),
    xmlElement('InputEncoding', 'UTF-8'),
    `<Image width="180" height="180" type="image/png">${xmlText(siteUrl)}/apple-touch-icon.png</Image>`,
    `<Url type="text/html" method="get" template="${xmlText(siteUrl)}/suche?q={searchTerms}"/>`,
    `<Url type="${openSearchType}" rel="self" template="${xmlText(siteUrl)}${openSearchPath}"/>`,
    '</OpenSearchDescription>\n',
  ].join('')

/** What programs look for below `/.well-known`: `security.txt` with `SITE_SECURITY_CONTACT` (a mail address or an https URL; 404 when it is not set), where to change a password, and how to search here. */
export function addWellKnown(app: Hono<Env>, { site, siteUrl }: Site): void {
  const contact = site.security_contact
  app.get(passwordPath, (c) => c.redirect('/account/sicherheit', 302))
  app.get(openSearchPath, () => {
    const headers = { 'content-type': `${openSearchType}; charset=utf-8`, 'cache-control': 'public, max-age=86400' }
    return new Response(openSearchText(siteUrl), { headers })
  })
  app.get(path, (c) =>
    contact
      ? c.text(securityText(contact, siteUrl), 200, { 'cache-control': 'public, max-age=86400' })
      : plainResponse(404),
  )
}
