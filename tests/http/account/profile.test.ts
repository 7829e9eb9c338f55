import { expect, test } from 'vitest'
import { contentLinks, documentOf, headlinesOf, textsOf } from '../../support/site/html.ts'
import { site } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const { member } = await samplesOfRun()
const pageAt = async (path: string) => (await site.get(path)).text()

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

test('who has done nothing yet has empty lists that say so', async () => {
  const sitemap = await pageAt('/sitemap.xml')
  const members = [...sitemap.matchAll(/<loc>[^<]*?(\/user\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
  const profiles = await Promise.all(members.map(pageAt))
  const silent = profiles.filter((html) => !contentLinks(html).some(({ path }) => path.startsWith('/trashtalk/')))
  expect(silent.length).toBeGreaterThan(0)
  for (const html of silent)
    expect(textsOf(documentOf(html), 'main')[0]).toContain('Noch nichts geschrieben. Kommt vielleicht noch.')
})
