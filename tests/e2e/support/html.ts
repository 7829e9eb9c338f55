/** Reading of server-rendered documents without a browser, as a crawler sees them. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const plain = (markup: string): string =>
  markup
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

export type LinkOnPage = { path: string; text: string }

/** Links of the page's own content, in order, without header and footer. */
export function contentLinks(html: string): LinkOnPage[] {
  const content = /<main[\s>].*?<\/main>/s.exec(html)?.[0] ?? ''
  return [...content.matchAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    path: plain(href),
    text: plain(text),
  }))
}

export const titleOf = (html: string): string => plain(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '')
export const headlinesOf = (html: string): string[] =>
  [...html.matchAll(/<h1[\s>].*?<\/h1>/gs)].map(([markup]) => plain(markup))

/** Contents of `<meta name|property="…" content="…">`. */
export function metaOf(html: string, name: string): string[] {
  const tags = [...html.matchAll(/<meta\s[^>]*>/g)].map(([tag]) => tag)
  return tags
    .filter((tag) => tag.includes(`name="${name}"`) || tag.includes(`property="${name}"`))
    .map((tag) => plain(/content="([^"]*)"/s.exec(tag)?.[1] ?? ''))
}

export const canonicalsOf = (html: string): string[] =>
  [...html.matchAll(/<link\s[^>]*rel="canonical"[^>]*>/g)].map(([tag]) => plain(/href="([^"]*)"/.exec(tag)?.[1] ?? ''))

export type JsonLd = { '@context': string; '@type': string; [key: string]: unknown }

export const jsonLdOf = (html: string): JsonLd[] =>
  [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) =>
    JSON.parse(text),
  )
