import { expect, test } from 'vitest'
import { canonicalsOf, documentOf, jsonLdOf, metaOf, titleOf } from '../../support/site/html.ts'
import { site, siteUrl } from '../../support/site/requests.ts'
import { mayFetch } from '../../support/site/robots.ts'
import { describedTypes, structuredDataFaults, typesIn } from '../../support/site/structured-data.ts'

type Link = { address: string; follows: boolean }
type Visited = {
  address: string
  status: number
  links: Link[]
  /** What search engines list: absent where they shall not. */
  listed?: { canonical: string; title: string }
  faults: string[]
  types: string[]
}

const robots = await (await site.get('/robots.txt')).text()
const isBarred = (address: string) => !mayFetch(robots, 'Googlebot', address)

/** Path and search of an address of this site; undefined: it is another one, or no page. */
function ownAddress(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const { origin, pathname, search } = new URL(href, base)
  return origin === siteUrl() && !/\.(rss|ics|xml|png|webp|txt)$/.test(pathname) ? pathname + search : undefined
}

async function visit(address: string): Promise<Visited> {
  const answer = await site.get(address, { maxRedirects: 0 })
  const status = answer.status()
  if (status !== 200 || !answer.headers()['content-type']?.startsWith('text/html'))
    return { address, status, links: [], faults: [], types: [] }
  const html = await answer.text()
  const document = documentOf(html)
  const links = document('a[href]')
    .toArray()
    .flatMap((link) => {
      const to = ownAddress(document(link).attr('href') ?? '', siteUrl() + address)
      const follows = !document(link).attr('rel')?.split(' ').includes('nofollow')
      return to === undefined ? [] : [{ address: to, follows }]
    })
  const isListed = !metaOf(html, 'robots').includes('noindex') && !answer.headers()['x-robots-tag']?.includes('noindex')
  const listed = isListed ? { canonical: canonicalsOf(html).join(' '), title: titleOf(html) } : undefined
  const described = jsonLdOf(html)
  const faults = described.flatMap(structuredDataFaults)
  return { address, status, links, faults, types: described.flatMap(typesIn), ...(listed && { listed }) }
}

/** All that a crawler finds from these addresses on, obeying robots.txt and `nofollow`. */
async function crawl(from: readonly string[]): Promise<Map<string, Visited>> {
  const visited = new Map<string, Visited>()
  const queue = [...from]
  const known = new Set(queue)
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const page = await visit(next)
      visited.set(next, page)
      for (const { address, follows } of page.links) {
        if (!follows || known.has(address) || isBarred(address)) continue
        known.add(address)
        queue.push(address)
      }
    }
  }
  // Several at a time, until none of them finds anything more.
  while (queue.length > 0) await Promise.all(Array.from({ length: 4 }, work))
  return visited
}

const sitemap = await (await site.get('/sitemap.xml')).text()
const named = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => ownAddress(loc, siteUrl()) ?? loc)

test('a crawler finds every page by links, hardly anything else, nothing twice, and valid structured data', async () => {
  const linked = await crawl(['/'])
  const visited = new Map([...linked, ...(await crawl(named.filter((address) => !linked.has(address))))])
  // Tests beside this one delete what they have written.
  const pages = [...visited.values()].filter(({ status }) => status !== 404 && status !== 410)
  const real = pages.filter(({ listed }) => listed)
  const figures = `${visited.size} addresses, ${real.length} pages`

  expect(pages.filter(({ status }) => status !== 200).map(({ address, status }) => `${status} ${address}`)).toEqual([])
  expect(real.length, figures).toBeGreaterThan(200)
  expect(visited.size / real.length, figures).toBeLessThanOrEqual(1.2)

  // Of members who have written nothing there is nowhere a link.
  const isProfile = (address: string) => address.startsWith('/user/')
  const alone = named.filter(
    (address) => visited.get(address)?.status === 200 && !linked.has(address) && !isProfile(address),
  )
  expect(alone, 'in the sitemap, and linked from nowhere').toEqual([])

  const elsewhere = real.filter(({ address, listed }) => listed?.canonical !== siteUrl() + address)
  expect(elsewhere.map(({ address, listed }) => `${address} → ${listed?.canonical}`)).toEqual([])
  const titles = real.filter(({ address }) => !address.includes('nach=')).map(({ listed }) => listed?.title)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])

  const tempting = real.flatMap(({ address, links }) =>
    links
      .filter((link) => link.follows && isBarred(link.address) && !isBarred(link.address.replace(/\?.*/, '')))
      .map((link) => `${address} → ${link.address}`),
  )
  expect(tempting, 'links to barred parameters without nofollow').toEqual([])
  expect(pages.flatMap(({ address, faults }) => faults.map((fault) => `${address}: ${fault}`))).toEqual([])
  const seen = new Set(pages.flatMap(({ types }) => types))
  expect(
    describedTypes.filter((type) => !seen.has(type)),
    'rules for what no page has',
  ).toEqual([])
}, 300_000)
