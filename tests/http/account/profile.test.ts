import { expect, test } from 'vitest'
import { documentOf, headlinesOf, metaOf, textsOf } from '../../support/site/html.ts'
import { asMember, asServer, type Member, registerMember, sessionOf } from '../../support/site/members.ts'
import { newBallot } from '../../support/site/posts.ts'
import { eventually, expected, site, siteUrl } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const { member } = await samplesOfRun()
const pageAt = async (path: string) => (await site.get(path)).text()

async function pathOf({ id }: Member): Promise<string> {
  const answer = await expected(
    await site.get(`/rest/v1/profiles?id=eq.${id}&select=slug`, { headers: asServer() }),
    200,
  )
  const [{ slug = '' } = {}] = (await answer.json()) as { slug?: string }[]
  return `/user/${slug}`
}

/** The count shown on a tab. */
function countOf(html: string, tab: string): number {
  const [link = ''] = textsOf(documentOf(html), `nav[aria-label^="Mehr von "] a:contains(${tab})`)
  return Number(link.replace(/\D/g, ''))
}

test('a profile shows karma, since when, and what someone writes and likes', async () => {
  const posts = await pageAt(member.path)
  expect(headlinesOf(posts)).toEqual([member.text])
  const [main] = textsOf(documentOf(posts), 'main')
  expect(main).toMatch(/−?\d+ Karma/)
  expect(main).toMatch(/dabei seit \p{L}+ \d{4}/u)
  expect(documentOf(posts)('main article')).toHaveLength(countOf(posts, 'Beiträge'))
  const stars = await pageAt(`${member.path}/fan-von`)
  expect(documentOf(stars)('main article')).toHaveLength(countOf(stars, 'Fan von'))
})

const robotsOf = async (path: string) => metaOf(await pageAt(path), 'robots').join()
const isInSitemap = async (path: string) => (await pageAt('/sitemap.xml')).includes(`<loc>${siteUrl()}${path}</loc>`)

test('who has written nothing yet has empty lists that say so, and is in no search engine', async () => {
  const path = await pathOf(await registerMember(site))
  for (const tab of ['', '/kommentare', '/fan-von']) expect(await robotsOf(path + tab), tab).toBe('noindex')
  expect(textsOf(documentOf(await pageAt(path)), 'main')[0]).toContain(
    'Noch nichts geschrieben. Kommt vielleicht noch.',
  )
  expect(await isInSitemap(path)).toBe(false)
})

test('whoever wants it is gone from what search engines may list within seconds, and comes back', async () => {
  const writer = await registerMember(site)
  const path = await pathOf(writer)
  await newBallot(site, writer, 'rumor')
  await eventually(async () => expect(await robotsOf(path)).toBe(''))
  expect(await robotsOf(`${path}/kommentare`), 'an empty list').toBe('noindex')
  const session = await sessionOf(site, writer)
  const choose = async (wanted: boolean) => {
    const data = { p_wanted: wanted }
    const headers = asMember(session)
    await expected(await site.post('/rest/v1/rpc/set_search_listing', { headers, data }), 200)
  }
  await choose(false)
  await eventually(async () => expect(await robotsOf(path)).toBe('noindex'), 5_000)
  expect(await isInSitemap(path)).toBe(false)
  await choose(true)
  await eventually(async () => expect(await robotsOf(path)).toBe(''), 5_000)
})
