/** What nobody finds anything in: private areas, the wire, and pages for one person. */
const disallowed = [
  '/account',
  '/admin',
  '/auth',
  '/rest/v1/',
  '/storage/v1/',
  '/trashtalk/erstellen',
  '/invites',
  '/_mailbox',
]

export const robotsText = (siteUrl: string) =>
  ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join(
    '\n',
  )
