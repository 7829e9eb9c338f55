import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fullTitle, pageHead, shortDescription } from './page-head.ts'

const slot = Symbol.for('hot.server')

beforeEach(() => {
  // The head reads the configuration as the server does; vitest runs in Node without a document.
  vi.stubEnv('SSR', true)
  Reflect.set(globalThis, slot, {
    config: { supabaseUrl: '', publishableKey: 'key', siteUrl: 'https://hot.example', site: {} },
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, slot)
})

const tag = (meta: Record<string, unknown>[], name: string) =>
  meta.find((one) => one.name === name || one.property === name)?.content

test('a page names itself, its canonical address and its picture with the public origin', () => {
  const { meta, links } = pageHead({ title: 'Alle Stars', description: 'Wer ist dabei?', path: '/stars' })
  expect(meta[0]).toEqual({ title: 'Alle Stars – HoT' })
  expect(tag(meta, 'og:url')).toBe('https://hot.example/stars')
  expect(tag(meta, 'og:image')).toBe('https://hot.example/icons/share.png')
  expect(links).toEqual([{ rel: 'canonical', href: 'https://hot.example/stars' }])
})

test('a sharing picture has size and alternative text, and wins over a portrait', () => {
  const picture = { path: '/og/star/mandy.png?v=1', alt: 'Mandy, HoT-Score 94,2' }
  const { meta } = pageHead({ title: 'Mandy', description: '…', path: '/stars/mandy', image: '/mandy.webp', picture })
  expect(tag(meta, 'og:image')).toBe('https://hot.example/og/star/mandy.png?v=1')
  expect([tag(meta, 'og:image:width'), tag(meta, 'og:image:height')]).toEqual(['1200', '630'])
  expect(tag(meta, 'og:image:alt')).toBe('Mandy, HoT-Score 94,2')
  expect(tag(meta, 'twitter:card')).toBe('summary_large_image')
})

test('a portrait alone is shown small', () => {
  const { meta } = pageHead({ title: 'rosen', description: '…', path: '/user/rosen', image: '/rosen.webp' })
  expect(tag(meta, 'og:image')).toBe('https://hot.example/rosen.webp')
  expect(tag(meta, 'twitter:card')).toBe('summary')
})

test('a later page of a list is canonical to itself, and its title says so', () => {
  const { meta, links } = pageHead({ title: 'News', description: '…', path: '/news', after: 'a=b' })
  expect(links).toEqual([{ rel: 'canonical', href: 'https://hot.example/news?nach=a%3Db' }])
  expect(meta[0]).toEqual({ title: 'News, Fortsetzung – HoT' })
  const feed = pageHead({ title: 'Alle', description: '…', path: '/trashtalk?sortierung=neu', after: 'x' })
  expect(feed.links[0]?.href).toBe('https://hot.example/trashtalk?sortierung=neu&nach=x')
})

test('a noindex page has no canonical address', () => {
  const { meta, links } = pageHead({ title: 'Anmelden', description: '…', path: '/auth', noindex: true })
  expect(tag(meta, 'robots')).toBe('noindex')
  expect(links).toEqual([])
})

test('every JSON-LD document gets its context', () => {
  const { meta } = pageHead({
    title: 'x',
    description: 'y',
    path: '/',
    jsonLd: [{ '@type': 'Person' }, { '@type': 'A' }],
  })
  const documents = meta.flatMap((one) => ('script:ld+json' in one ? [one['script:ld+json']] : []))
  expect(documents).toEqual([
    { '@context': 'https://schema.org', '@type': 'Person' },
    { '@context': 'https://schema.org', '@type': 'A' },
  ])
})

test('the site name is added once', () => {
  expect(fullTitle('HoT Bestenliste')).toBe('HoT Bestenliste')
  expect(fullTitle('Kalender')).toBe('Kalender – HoT')
})

test('a long description ends at a word', () => {
  const text = shortDescription(`${'Wort '.repeat(60)}Ende`)
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text.endsWith('Wort…')).toBe(true)
})
