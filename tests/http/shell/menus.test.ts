import { chartEntries } from '@hot/domain/chart/entries'
import { describe, expect, test } from 'vitest'
import { attributesOf, documentOf, textsOf } from '../../support/site/html.ts'
import { site } from '../../support/site/requests.ts'

const pageAt = async (path: string) => documentOf(await (await site.get(path)).text())
const mainMenu = 'nav[aria-label=Hauptmenü]'

/** Opening, keyboard navigation and closing of menus: tests/e2e/shell/menus.spec.ts. */
describe('the main menu', () => {
  const menus = {
    Stars: ['Alle Stars', 'Stars bewerten'],
    Formate: ['Alle Formate', 'Format Statistiken'],
    Trashtalk: ['Alles im Überblick', 'Gerüchte', 'Umfragen', 'Diskussionen', 'Beitrag schreiben'],
    Charts: ['Alle Charts', ...chartEntries.map(({ title }) => title)],
  }

  test.each(Object.entries(menus))(
    '%s lists its entries with emoji, and each leads to a page',
    async (name, entries) => {
      const document = await pageAt('/impressum')
      const links = `${mainMenu} li:has(summary:contains(${name})) a`
      const texts = textsOf(document, links)
      expect(texts).toHaveLength(entries.length)
      for (const [index, entry] of entries.entries()) {
        expect(texts[index]).toContain(entry)
        expect(texts[index]).toMatch(/\p{Extended_Pictographic}/u)
      }
      for (const path of attributesOf(document, links, 'href'))
        expect((await site.get(path, { maxRedirects: 0 })).status(), path).toBe(200)
    },
  )

  test('tells which group holds the page, and which entry is the page', async () => {
    const polls = await pageAt('/trashtalk/umfragen')
    expect(textsOf(polls, `${mainMenu} summary[aria-current=true]`)).toEqual([expect.stringContaining('Trashtalk')])
    expect(textsOf(polls, `${mainMenu} [aria-current=page]`)).toEqual([expect.stringContaining('Umfragen')])
    const calendar = await pageAt('/kalender')
    expect(textsOf(calendar, `${mainMenu} [aria-current=page]`)).toEqual([expect.stringContaining('Kalender')])
  })
})

/** A tab is active when the path equals or starts with the tab's path. */
test.each([
  ['/', ['Home']],
  ['/stars', ['Stars']],
  ['/stars/voting', ['Stars']],
  ['/formate', ['Formate']],
  ['/trashtalk/umfragen', ['Trashtalk']],
  ['/charts/community/karma-champs', ['Charts']],
  ['/kalender?ansicht=monat', ['Kalender']],
  ['/impressum', []],
])('the bottom bar marks on %s the tab %j', async (path, marked) => {
  const bar = 'nav[aria-label=Schnellzugriff]'
  const document = await pageAt(path)
  expect(textsOf(document, `${bar} a`)).toEqual(['Home', 'Stars', 'Formate', 'Trashtalk', 'Charts', 'Kalender'])
  expect(textsOf(document, `${bar} [aria-current=page]`)).toEqual(marked)
})

test('the footer names streaming providers, legal pages and the year', async () => {
  const document = await pageAt('/')
  const chips = attributesOf(document, 'footer [aria-label=Streaming-Anbieter] a', 'href')
  expect(chips.length).toBeGreaterThanOrEqual(3)
  for (const address of chips) expect(address).toMatch(/^https:\/\//)
  expect(textsOf(document, 'footer nav[aria-label=Rechtliches] a')).toEqual([
    'Impressum',
    'Barrierefreiheit',
    'Datenschutz',
    'Community-Guidelines',
    'Es geht um mich',
    'Kontakt',
  ])
  expect(textsOf(document, 'footer').join()).toContain('© 2025')
})

test('the account menu has a name for those who do not see it', async () => {
  expect(attributesOf(await pageAt('/'), 'header summary', 'aria-label')).toContain('Account')
})
