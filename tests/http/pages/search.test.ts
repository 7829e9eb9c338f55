import { expect, test } from 'vitest'
import { attributesOf, contentLinks, documentOf, metaOf } from '../../support/site/html.ts'
import { asGuest } from '../../support/site/members.ts'
import { openPage } from '../../support/site/page.ts'
import { site, siteUrl } from '../../support/site/requests.ts'

async function starsFound(query: string): Promise<string[]> {
  const answer = await site.post('/rest/v1/rpc/search_all', { headers: asGuest(), data: { p_query: query } })
  return ((await answer.json()) as { stars: { id: string }[] }).stars.map(({ id }) => id)
}

test('umlauts may be written in three ways and find the same people', async () => {
  const people = contentLinks(await (await site.get('/stars?sortierung=name')).text())
  const umlaut = people.flatMap(({ text }) => text.split(/[\s-]/)).find((word) => /^\p{L}*[äöü]\p{L}*$/u.test(word))
  if (!umlaut) throw new Error('the demo has a star with an umlaut among the first of its list')
  const found = await starsFound(umlaut)
  expect(found.length).toBeGreaterThan(0)
  for (const way of [
    umlaut.replace('ä', 'ae').replace('ö', 'oe').replace('ü', 'ue'),
    umlaut.normalize('NFD').replace(/\p{M}/gu, ''),
    umlaut.toUpperCase(),
  ])
    expect(await starsFound(way), way).toEqual(found)
})

test('the result page has every kind, in a form that works without JavaScript, and is not indexed', async () => {
  const page = await (await openPage('/suche')).submit((await openPage('/suche')).main.find('form'), { q: 'love' })
  expect(page.path).toBe('/suche?q=love')
  expect(page.texts('h2')).toEqual(expect.arrayContaining(['Formate', 'Staffeln', 'Sendetermine']))
  const formats = page.main.find('section').filter((_, section) => page.$(section).find('h2').text() === 'Formate')
  expect(page.addresses(formats)[0]).toMatch(/^\/formate\/love-island/)
  const answer = await site.get('/suche?q=love')
  expect(metaOf(await answer.text(), 'robots')).toEqual(['noindex'])
  expect(answer.headers()['cache-status']).toBe('hot; fwd=miss')
})

test('one kind goes on by links to its end', async () => {
  let page = await openPage('/suche?q=s&art=beitraege')
  const seen = new Set<string>()
  for (let part = 0; part < 60; part++) {
    for (const address of page.addresses(page.main.find('li'))) {
      expect(seen.has(address), address).toBe(false)
      seen.add(address)
    }
    const more = page.main.find('a').filter((_, link) => page.$(link).text() === 'Mehr Beiträge')
    if (more.length === 0) break
    page = await openPage(more.attr('href') ?? '')
  }
  expect(seen.size).toBeGreaterThan(20)
})

test('a misspelt name is found and said to be only similar; where there is nothing, popular content is offered', async () => {
  const near = await openPage('/suche?q=wirbelwnid')
  expect(near.main.text()).toContain('Genau „wirbelwnid“ gibt es nicht. Meintest du:')
  expect(near.addresses(near.main).some((address) => address.startsWith('/stars/zoe-wirbelwind'))).toBe(true)
  const nothing = await openPage('/suche?q=xqzwvkj')
  expect(nothing.main.text()).toContain('Keine Ergebnisse für „xqzwvkj“ gefunden')
  expect(nothing.texts('h2')).toContain('Beliebte Inhalte')
})

test.each(['%', '_', '%00', '%FF', '<script>alert(1)</script>', encodeURIComponent('"><img src=x>'), 'a'.repeat(5000)])(
  'hostile text in the address is only text: %s',
  async (query) => {
    const answer = await site.get(`/suche?q=${query}`)
    expect([200, 400, 414]).toContain(answer.status())
    expect(await answer.text()).not.toContain('<script>alert(1)')
  },
)

test('browsers find how to search here, and where they send a search it is answered', async () => {
  const start = documentOf(await (await site.get('/')).text())
  const [described = ''] = attributesOf(start, 'link[rel=search][type="application/opensearchdescription+xml"]', 'href')
  const answer = await site.get(described)
  expect(answer.headers()['content-type']).toContain('application/opensearchdescription+xml')
  const [, template = ''] = /<Url type="text\/html" method="get" template="([^"]+)"/.exec(await answer.text()) ?? []
  const asked = template.replace('{searchTerms}', encodeURIComponent('mandy & rico'))
  expect(asked.startsWith(siteUrl())).toBe(true)
  const found = await openPage(asked.slice(siteUrl().length))
  expect(found.main.find('input[name=q]').attr('value')).toBe('mandy & rico')
})
