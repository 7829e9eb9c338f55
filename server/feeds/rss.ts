import { epochOf } from '@hot/domain/time/berlin-time'
import { xmlElement, xmlText } from './xml.ts'

type RssItem = {
  title: string
  link: string
  /** Stays when the address changes, so that feed readers do not show a renamed item twice. */
  id: string
  category?: string
  author?: string
  /** An instant. */
  published: string
  /** Plain text. */
  description: string
}

type RssFeed = {
  title: string
  link: string
  /** Address of the feed itself. */
  self: string
  description: string
  /** Newest first. */
  items: readonly RssItem[]
}

/** RFC 822 date, as RSS 2.0 requires. */
const rssDate = (instant: string) => new Date(epochOf(instant)).toUTCString()

/** Readers take a description as HTML, so text becomes HTML here: what a member writes is shown and is never markup. */
const htmlOf = (text: string) => xmlText(text).replaceAll('\n', '<br>')

/** Some readers take titles as HTML and others as text: without `<` and `>` both show the same. */
const titleOf = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›')

const itemOf = ({ title, link, id, category, author, published, description }: RssItem): string =>
  [
    '<item>',
    xmlElement('title', titleOf(title)),
    xmlElement('link', link),
    `<guid isPermaLink="false">${xmlText(id)}</guid>`,
    category ? xmlElement('category', category) : '',
    author ? xmlElement('dc:creator', author) : '',
    xmlElement('pubDate', rssDate(published)),
    xmlElement('description', htmlOf(description)),
    '</item>',
  ].join('')

/** An RSS 2.0 document (https://www.rssboard.org/rss-specification). */
export function rssDocument({ title, link, self, description, items }: RssFeed): string {
  const newest = items[0]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    xmlElement('title', title),
    xmlElement('link', link),
    `<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>`,
    xmlElement('description', description),
    xmlElement('language', 'de'),
    newest ? xmlElement('lastBuildDate', rssDate(newest.published)) : '',
    ...items.map(itemOf),
    '</channel></rss>\n',
  ].join('')
}
