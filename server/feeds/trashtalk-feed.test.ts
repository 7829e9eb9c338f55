import { type FeedPost, postsFeed } from '@hot/domain/contract/feed'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../tests/support/example-of.ts'
import { trashtalkDocument } from './trashtalk-feed.ts'

const post = (fields: Parameters<typeof exampleOf<typeof postsFeed.element>>[1] = {}) =>
  exampleOf(postsFeed.element, {
    id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
    type: 'rumor',
    title: 'Zieht sie ein?',
    slug: 'zieht-sie-ein',
    excerpt: 'Man hört so einiges.',
    created_at: '2026-11-20T23:30:00Z',
    author: 'anna',
    rumor: { status: 'unverified' },
    ...fields,
  })

describe('trashtalkDocument', () => {
  it('links to the dated URL, by the day in Berlin', () => {
    const text = trashtalkDocument([post()], 'https://hot.example')
    expect(text).toContain('<link>https://hot.example/trashtalk/geruechte/2026/11/21/zieht-sie-ein</link>')
    expect(text).toContain('<pubDate>Fri, 20 Nov 2026 23:30:00 GMT</pubDate>')
    expect(text).toContain('<category>Gerücht</category>')
    expect(text).toContain('<dc:creator>anna</dc:creator>')
  })

  it('says of a rumor what is known about it', () => {
    const titleOf = (fields: Partial<FeedPost>) =>
      /<item><title>(.*?)</.exec(trashtalkDocument([post(fields)], ''))?.[1]
    expect(titleOf({})).toBe('Gerücht: Zieht sie ein?')
    expect(titleOf({ rumor: { status: 'verified' } })).toBe('Bestätigt: Zieht sie ein?')
    expect(titleOf({ type: 'poll', rumor: null })).toBe('Zieht sie ein?')
  })

  it('gives the person concerned the first word', () => {
    const statement = { speaker: 'Mandy, über ihr Management', text: 'Das stimmt nicht.', at: '2026-11-21T10:00:00Z' }
    expect(trashtalkDocument([post({ statement })], '')).toContain(
      '<description>Stellungnahme von Mandy, über ihr Management: Das stimmt nicht.&lt;br&gt;&lt;br&gt;Man hört so einiges.</description>',
    )
  })

  it('ends a long text at a word, with an ellipsis', () => {
    const text = trashtalkDocument([post({ excerpt: `${'Koffer '.repeat(25)}gepackt` })], '')
    expect(text).toContain('Koffer Koffer…</description>')
  })

  it('of one kind names it and its list', () => {
    const text = trashtalkDocument([], 'https://hot.example', 'poll')
    expect(text).toContain('<title>HoT – Umfragen</title><link>https://hot.example/trashtalk/umfragen</link>')
    expect(text).toContain('href="https://hot.example/trashtalk/umfragen.rss"')
  })

  it('names a deleted account "Unbekannt"', () => {
    expect(trashtalkDocument([post({ author: null })], '')).toContain('<dc:creator>Unbekannt</dc:creator>')
  })

  it('shows markup that a member writes as text, in readers that take descriptions and titles as HTML', () => {
    const markup = '<img src=x onerror=alert(1)> & <a href="https://evil.example">hier</a>'
    const text = trashtalkDocument([post({ title: markup, excerpt: markup })], 'https://hot.example')
    const read = (name: string) =>
      new RegExp(`<item>.*<${name}>(.*?)</${name}>`, 's')
        .exec(text)?.[1]
        ?.replace(
          /&(lt|gt|quot|apos|amp);/g,
          (_, entity: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[entity] ?? '',
        )
    expect(read('description')).toContain('&lt;img src=x')
    expect(read('description')).not.toMatch(/<(?!br>)/)
    expect(read('title')).not.toMatch(/[<>]/)
  })

  it('escapes everything and drops characters that XML does not allow', () => {
    const text = trashtalkDocument(
      [post({ title: '<script>&"\u0000\ud800]]>', excerpt: 'a\u0008\nb😀' })],
      'https://hot.example',
    )
    expect(text).toContain('<title>Gerücht: ‹script›&amp;&quot;]]›</title>')
    expect(text).toContain('<description>a&lt;br&gt;b😀</description>')
  })
})
