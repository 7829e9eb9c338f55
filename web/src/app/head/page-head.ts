import { shortened } from '@hot/domain/text/graphemes'
import { openSearchPath, openSearchType } from '@hot/domain/url/paths'
import { sharedPictureSize } from '@hot/domain/url/shared-picture'
import { knownConfig } from '#web/lib/api/config/runtime-config.ts'

type Context = { loaderData?: { head: PageTags } | undefined; match: { status: string } }

/**
 * Head of a route whose loader returns it with the data. `head` functions are bundled with the first file that every
 * page loads, loaders with their page: titles, descriptions and JSON-LD of thirty pages would be 5 kB there.
 */
export const loadedHead = ({ loaderData, match }: Context): Partial<PageTags> => {
  if (loaderData) return loaderData.head
  return match.status === 'notFound' ? notFoundHead() : {}
}

/** Head for unknown addresses and for routes whose entry was not found. */
export const notFoundHead = () =>
  pageHead({
    title: 'Diese Seite wurde rausgewählt',
    description: 'Unter dieser Adresse läuft nichts.',
    path: '/',
    noindex: true,
  })

const siteName = 'HoT'
const sharedPicture = '/icons/share.png'

type JsonLd = { [key: string]: Json }

export type PageHead = {
  /** Without the site's name, which is added; a title that begins with it stays as it is. */
  title: string
  /** One or two German sentences; cut to 160 characters at a word. */
  description: string
  /** Canonical path with a leading slash, without query and hash. */
  path: string
  /** Cursor of a later page of the list, which is a page of its own: what it lists stands on no other. */
  after?: string | undefined
  /** Path or address of a square picture for sharing, a portrait; the site's own when absent. */
  image?: string | null
  /** Picture made for sharing this page. Only the server needs it: crawlers read the server's head. */
  picture?: PagePicture | undefined
  type?: 'website' | 'article' | 'profile' | 'video.tv_show'
  /** Of an article: when it was written and changed, and by whom. Only the server needs it. */
  article?: { published: string; changed: string; author: string | null } | undefined
  /** schema.org documents without `@context`, which is added. */
  jsonLd?: JsonLd | JsonLd[]
  noindex?: boolean
  /** RSS feed of what the page lists. */
  feed?: { path: string; title: string }
  /** The same dates as iCalendar. */
  calendar?: { path: string; title: string }
  /** Whether the browser may offer the site's search here. */
  search?: boolean
}

/** Path of a picture and its alt text; a PNG of `sharedPictureSize`, unless `size` is null. */
export type PagePicture = { path: string; alt: string; size?: null }

/** JSON that loaders can send to the browser. */
type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }
type MetaTag = Record<string, Json>

/** What the router renders into the document's head. */
export type PageTags = { meta: MetaTag[]; links: { rel: string; href: string; type?: string; title?: string }[] }

let known: string | undefined

/** Public origin of the site without a trailing slash; empty in a shell until its configuration is read. */
function siteOrigin(): string {
  if (known !== undefined && !import.meta.env.SSR) return known
  known = knownConfig()?.siteUrl
  return known ?? ''
}

/** The public URL of a path; the path itself when the origin is unknown. */
export const absoluteUrl = (pathOrUrl: string): string =>
  /^https?:\/\//.test(pathOrUrl) ? pathOrUrl : `${siteOrigin()}${pathOrUrl}`

export const fullTitle = (title: string): string => (title.startsWith(siteName) ? title : `${title} – ${siteName}`)

/** Truncates at a word boundary, to about the length shown by search engines and previews. */
export function shortDescription(text: string, limit = 160): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), limit)
}

const drawnTags = [
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: String(sharedPictureSize.width) },
  { property: 'og:image:height', content: String(sharedPictureSize.height) },
]

const siteCard: PagePicture = { path: sharedPicture, alt: 'HoT – Reality-TV, gemeinsam geguckt' }

const articleTags = ({ published, changed, author }: NonNullable<PageHead['article']>): MetaTag[] => [
  { property: 'article:published_time', content: published },
  { property: 'article:modified_time', content: changed },
  ...(author ? [{ property: 'article:author', content: author }] : []),
]

const pictureTags = ({ alt, size }: PagePicture): MetaTag[] => [
  ...(size === null ? [] : drawnTags),
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:image:alt', content: alt },
]

const alternate = (type: string, { path, title }: { path: string; title: string }) => ({
  rel: 'alternate',
  href: path,
  type,
  title,
})

const continued = (path: string, after: string | undefined): string =>
  after === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}nach=${encodeURIComponent(after)}`

/** Title, description, canonical address, Open Graph and JSON-LD of a page, for a route's `head`. */
export function pageHead({
  title,
  description,
  path: first,
  after,
  image,
  picture,
  type = 'website',
  article,
  jsonLd,
  noindex,
  feed,
  calendar,
  search,
}: PageHead): PageTags {
  const shown = fullTitle(after === undefined ? title : `${title}, Fortsetzung`)
  const path = continued(first, after)
  const links: PageTags['links'] = noindex ? [] : [{ rel: 'canonical', href: absoluteUrl(path) }]
  // Documents of a shell are never indexed or shared. Spelled out, so that the bundler can drop the code.
  if (import.meta.env.VITE_SHELL === 'native') return { meta: [{ title: shown }], links }
  // Readers of feeds look at the server's head. Spelled out, so that the bundler can drop the code.
  if (import.meta.env.SSR && feed) links.push(alternate('application/rss+xml', feed))
  if (import.meta.env.SSR && calendar) links.push(alternate('text/calendar', calendar))
  if (import.meta.env.SSR && search)
    links.push({ rel: 'search', href: openSearchPath, type: openSearchType, title: siteName })
  const summary = shortDescription(description)
  const documents = jsonLd === undefined ? [] : [jsonLd].flat()
  const meta: MetaTag[] = [
    { title: shown },
    { name: 'description', content: summary },
    { property: 'og:title', content: shown },
    { property: 'og:description', content: summary },
    { property: 'og:type', content: type },
    { property: 'og:url', content: absoluteUrl(path) },
    { property: 'og:image', content: absoluteUrl((import.meta.env.SSR && picture?.path) || image || sharedPicture) },
    // Portraits are square; our own picture is made for the wide preview.
    { name: 'twitter:card', content: image && !picture ? 'summary' : 'summary_large_image' },
    // The router escapes `<`, `>` and `&` in these documents, so no text in them can end the script element.
    ...documents.map((document) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...document } })),
  ]
  if (import.meta.env.SSR && (picture || !image)) meta.push(...pictureTags(picture ?? siteCard))
  if (import.meta.env.SSR && article) meta.push(...articleTags(article))
  if (noindex) meta.push({ name: 'robots', content: 'noindex' })
  return { meta, links }
}
