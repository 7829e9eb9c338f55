import { newsSitemapPath } from '@hot/domain/url/paths'
import type { Hono } from 'hono'
import { barredNames, crawledFeed } from '../pages/cacheable-search.ts'
import type { TextMining } from '../settings/site-settings.ts'
import type { Env } from '../wire/client-address.ts'

/** Excluded from search engines: private areas, the API, and personal pages. */
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

/** Pictures of articles, stars and members: search engines list no article whose picture they may not fetch. */
const publicPictures = '/storage/v1/object/public/'

/**
 * Crawlers that gather texts to train machines, as their operators name them. Those that fetch a page because somebody asks
 * for it, and those of searches that lead here, are none.
 */
const trainingCrawlers = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'img2dataset',
  'meta-externalagent',
  'omgili',
  'PanguBot',
  'Timpibot',
]

/** W3C TDM Reservation Protocol: 1 is "reserved". https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/ */
const reservation = (mining: TextMining): 0 | 1 => (mining === 'reserved' ? 1 : 0)

/** The header of every answer, as a pair. */
export const miningHeaders = (mining: TextMining): readonly string[] => ['tdm-reservation', String(reservation(mining))]

export const robotsText = (siteUrl: string, mining: TextMining): string =>
  [
    ...(mining === 'reserved' ? [...trainingCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', ''] : []),
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    `Allow: ${publicPictures}`,
    ...barredNames.map((name) => `Disallow: /*?*${name}=`),
    `Allow: ${crawledFeed}$`,
    `Allow: ${crawledFeed}&nach=`,
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}${newsSitemapPath}`,
    '',
  ].join('\n')

/** What crawlers and miners read before they begin. */
export function addRobots(app: Hono<Env>, siteUrl: string, mining: TextMining): void {
  app.get('/robots.txt', (c) => c.text(robotsText(siteUrl, mining)))
  app.get('/.well-known/tdmrep.json', (c) =>
    c.json([{ location: '/', 'tdm-reservation': reservation(mining) }], 200, {
      'cache-control': 'public, max-age=3600',
    }),
  )
}
