import { type CheerioAPI, load } from 'cheerio'

/** Reads server-rendered documents without a browser, as a crawler does. */

/** Text as a reader sees it: white space is one space. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

let last: { html: string; document: CheerioAPI } | undefined

/** A document to query by CSS selector. Consecutive queries of one text parse it once. */
export function documentOf(html: string): CheerioAPI {
  if (last?.html !== html) last = { html, document: load(html) }
  return last.document
}

/** Text of every matching element, with white space as a reader sees it. */
export const textsOf = (document: CheerioAPI, selector: string): string[] =>
  document(selector)
    .toArray()
    .map((element) => plain(document(element).text()))

/** An attribute of every matching element that has it. */
export const attributesOf = (document: CheerioAPI, selector: string, name: string): string[] =>
  document(selector)
    .toArray()
    .map((element) => document(element).attr(name))
    .filter((value) => value !== undefined)

export type LinkOnPage = { path: string; text: string }

/** Links of the page's own content, in order, without header and footer. */
export function contentLinks(html: string): LinkOnPage[] {
  const document = documentOf(html)
  return document('main a[href]')
    .toArray()
    .map((link) => ({ path: document(link).attr('href') ?? '', text: plain(document(link).text()) }))
}

export const titleOf = (html: string): string => plain(documentOf(html)('head > title').text())
export const headlinesOf = (html: string): string[] => textsOf(documentOf(html), 'h1')

/** Contents of `<meta name|property="…" content="…">`. */
export const metaOf = (html: string, name: string): string[] =>
  attributesOf(documentOf(html), `meta[name="${name}"], meta[property="${name}"]`, 'content')

export const canonicalsOf = (html: string): string[] => attributesOf(documentOf(html), 'link[rel=canonical]', 'href')

export type JsonLd = { '@context': string; '@type': string; [key: string]: unknown }

export function jsonLdOf(html: string): JsonLd[] {
  const document = documentOf(html)
  return document('script[type="application/ld+json"]')
    .toArray()
    .map((script) => JSON.parse(document(script).text()))
}
