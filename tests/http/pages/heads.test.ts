import { expect, test } from 'vitest'
import { canonicalsOf, documentOf, headlinesOf, metaOf, titleOf } from '../../support/site/html.ts'
import { site, siteUrl } from '../../support/site/requests.ts'
import { type PublicRoute, publicRoutes, textOf } from '../../support/site/routes.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()

/** Words that occur in nearly every German sentence. */
const german =
  /\b(der|die|das|den|dem|und|für|von|mit|im|am|ein|eine|dein|was|wer|wie|wann|alle|bei|auf|zu|um|nicht|über)\b/i

for (const route of publicRoutes) {
  test(`${route.name} introduces itself to search engines`, async () => {
    const path = textOf(route.path, samples)
    const answer = await site.get(path)
    const html = await answer.text()
    const title = titleOf(html)
    const headlines = headlinesOf(html)

    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/<html[^>]* lang="de"/)
    expect(headlines).toHaveLength(1)
    if (route.h1) expect(headlines[0]).toContain(textOf(route.h1, samples))
    if (route.title instanceof RegExp) expect(title).toMatch(route.title)
    else if (route.title) expect(title).toBe(textOf(route.title, samples))
    else expect(title).toMatch(new RegExp(`${escaped(headlines[0])} – HoT$`))

    const [description = ''] = metaOf(html, 'description')
    expect(metaOf(html, 'description')).toHaveLength(1)
    // Members' own texts are exempt.
    if (typeof route.path === 'string') expect(description).toMatch(german)
    expect(description).not.toBe('')
    expect(description.length).toBeLessThanOrEqual(160)

    const canonical = new URL(path, siteUrl())
    expect(canonicalsOf(html)).toEqual(route.unlisted ? [] : [canonical.origin + canonical.pathname])
    expect(metaOf(html, 'robots')).toEqual(route.unlisted ? ['noindex'] : [])

    expect(metaOf(html, 'og:title')).toEqual([title])
    expect(metaOf(html, 'og:description')).toEqual([description])
    expect(metaOf(html, 'og:type')).toHaveLength(1)
    expect(metaOf(html, 'og:locale')).toEqual(['de_DE'])
  })
}

test('no two pages share a title or a description', async () => {
  const documents = await Promise.all(
    publicRoutes.filter(isOwnPage).map(async (route) => {
      const html = await (await site.get(textOf(route.path, samples))).text()
      return { name: route.name, title: titleOf(html), description: metaOf(html, 'description')[0] }
    }),
  )
  for (const part of ['title', 'description'] as const) {
    const texts = documents.map((document) => document[part])
    const twice = documents.filter((document) => texts.filter((text) => text === document[part]).length > 1)
    expect(twice.map(({ name }) => name)).toEqual([])
  }
})

/** The tabs of one page share its head. */
const isOwnPage = ({ path }: PublicRoute) => typeof path !== 'string' || !path.includes('?')

const escaped = (text: string | undefined) => (text ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What Readability, which is Firefox's reader view, takes for a line that names the author (`REGEXPS.byline`). */
const bylines = /byline|author|dateline|writtenby|p-author/i

test('reader views take nobody for the author of a page about a star, a format or a season', async () => {
  const { star, format, season } = samples
  for (const { path } of [star, format, season]) {
    const page = documentOf(await (await site.get(path)).text())
    const named = page('main [class], main [id], main [rel], main [itemprop]')
      .toArray()
      .map(({ attribs }) => [attribs.class, attribs.id, attribs.rel, attribs.itemprop].join(' '))
    expect(named.length).toBeGreaterThan(20)
    expect(
      named.filter((names) => bylines.test(names)),
      path,
    ).toEqual([])
  }
})
