import type { FeedPost } from '@hot/domain/contract/feed'
import { describe, expect, it } from 'vitest'
import { trashtalkDocument } from './trashtalk-feed.ts'

const post = (fields: Partial<FeedPost> = {}): FeedPost => ({
  id: '0b9fbd3e-9f0c-4c39-8d0a-3b8d6a3b0001',
  type: 'rumor',
  title: 'Zieht sie ein?',
  slug: 'zieht-sie-ein',
  excerpt: 'Man hört so einiges.',
  created_at: '2026-11-20T23:30:00Z',
  author: 'anna',
  statement: null,
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

  it('gives the person concerned the first word', () => {
    const statement = { speaker: 'Mandy, über ihr Management', text: 'Das stimmt nicht.', at: '2026-11-21T10:00:00Z' }
    expect(trashtalkDocument([post({ statement })], '')).toContain(
      '<description>Stellungnahme von Mandy, über ihr Management: Das stimmt nicht.\n\nMan hört so einiges.</description>',
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

  it('escapes everything and drops characters that XML does not allow', () => {
    const text = trashtalkDocument(
      [post({ title: '<script>&"\u0000\ud800]]>', excerpt: 'a\u0008\nb😀' })],
      'https://hot.example',
    )
    expect(text).toContain('<title>&lt;script&gt;&amp;&quot;]]&gt;</title>')
    expect(text).toContain('<description>a\nb😀</description>')
  })
})
