import { chartEntries } from '@hot/domain/chart/entries'
import { type SitemapEntry, type SitemapKind, sitemapEntries, sitemapKind } from '@hot/domain/contract/feed'
import { epochOf } from '@hot/domain/time/berlin-time'
import { listedPages } from '@hot/domain/url/app-links'
import type { PublicRpc } from '../link/backend-watch.ts'
import type { PurgeKeys } from '../pages/page-purge.ts'
import { xmlText } from './xml.ts'

/** The protocol allows 50,000; smaller parts are faster to build and to fetch. */
const urlsPerPart = 10_000
const entriesPerRequest = 5_000
/** In ms. Reading all entries is the most expensive request of a guest, so the result is cached this long. */
export const sitemapFreshFor = 15 * 60_000
/** In ms. After a change of members the entries are read again, but not more often than this. */
export const sitemapFreshAfterChange = 50_000
/** In ms. The same after a decision of the team: what is taken down speaks nowhere on. */
export const sitemapFreshAfterDecision = 5_000

/** Pages that always exist. Their content changes daily, so their entries have no date. */
const fixedPaths = [
  ...listedPages,
  ...chartEntries.map(({ path }) => path),
  '/trashtalk/geruechte',
  '/trashtalk/umfragen',
  '/trashtalk/diskussionen',
]

/** Documents by path: `/sitemap.xml`, and parts when there is more than one. */
export type Sitemap = ReadonlyMap<string, string>
type Line = { path: string; lastmod?: string }

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function element(tag: 'url' | 'sitemap', address: string, lastmod?: string): string {
  const date = lastmod ? `<lastmod>${xmlText(lastmod)}</lastmod>` : ''
  return `<${tag}><loc>${xmlText(address)}</loc>${date}</${tag}>`
}

const urlSet = (lines: readonly Line[], siteUrl: string) =>
  `${head}<urlset ${namespace}>${lines.map(({ path, lastmod }) => element('url', siteUrl + path, lastmod)).join('')}</urlset>\n`

const newestOf = (lines: readonly Line[]) =>
  lines.reduce<string | undefined>(
    (newest, { lastmod }) => (lastmod && (!newest || lastmod > newest) ? lastmod : newest),
    undefined,
  )

/** One document, or an index of parts with at most `perPart` URLs each. */
export function sitemapDocuments(lines: readonly Line[], siteUrl: string, perPart = urlsPerPart): Sitemap {
  if (lines.length <= perPart) return new Map([['/sitemap.xml', urlSet(lines, siteUrl)]])
  const documents = new Map<string, string>()
  const index: string[] = []
  for (let start = 0; start < lines.length; start += perPart) {
    const part = lines.slice(start, start + perPart)
    const path = `/sitemap-${start / perPart + 1}.xml`
    documents.set(path, urlSet(part, siteUrl))
    index.push(element('sitemap', siteUrl + path, newestOf(part)))
  }
  return documents.set('/sitemap.xml', `${head}<sitemapindex ${namespace}>${index.join('')}</sitemapindex>\n`)
}

/** Dates are converted to UTC: W3C datetimes need an offset, and can be compared as text only in one time zone. */
const lineOf = ({ path, lastmod }: SitemapEntry): Line =>
  lastmod === null ? { path } : { path, lastmod: new Date(epochOf(lastmod)).toISOString() }

async function linesOf(rpc: PublicRpc, kind: SitemapKind): Promise<Line[]> {
  const lines: Line[] = []
  let after: string | null = null
  do {
    const args: Record<string, string | number> = { p_kind: kind, p_limit: entriesPerRequest }
    if (after !== null) args.p_after = after
    const page = await rpc('sitemap_entries', sitemapEntries, args)
    lines.push(...page.items.map(lineOf))
    after = page.next
  } while (after !== null)
  return lines
}

/** Reads the entries of all public pages, one request at a time. */
async function readSitemap(rpc: PublicRpc, siteUrl: string): Promise<Sitemap> {
  const lines: Line[] = fixedPaths.map((path) => ({ path }))
  for (const kind of sitemapKind.options) lines.push(...(await linesOf(rpc, kind)))
  return sitemapDocuments(lines, siteUrl)
}

export type Sitemaps = {
  answer(path: string): Promise<Response>
  /** To be called when listed pages were changed or removed; `all`: by the team. */
  markOutdated(keys: PurgeKeys): void
}

/** Answers `/sitemap.xml` and its parts. The entries are read once for all requests, and again after 15 minutes. */
export function openSitemap(rpc: PublicRpc, siteUrl: string, clock: () => number = Date.now): Sitemaps {
  let reading: Promise<Sitemap> | undefined
  let since = 0
  let freshFor = sitemapFreshFor

  function current(): Promise<Sitemap> {
    if (reading && clock() - since < freshFor) return reading
    since = clock()
    freshFor = sitemapFreshFor
    const started = readSitemap(rpc, siteUrl)
    reading = started
    started.catch(() => {
      if (reading === started) reading = undefined
    })
    return started
  }

  return {
    async answer(path) {
      const document = (await current()).get(path)
      if (!document) return new Response('Nicht gefunden', { status: 404 })
      return new Response(document, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
    },
    markOutdated: (keys) => {
      freshFor = Math.min(freshFor, keys === 'all' ? sitemapFreshAfterDecision : sitemapFreshAfterChange)
    },
  }
}
