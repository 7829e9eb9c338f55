import { absoluteUrl } from './page-head.ts'

/** A page in a list or trail: its name and path. */
type Named = { name: string; path: string }

/** schema.org BreadcrumbList: from the start page to the page itself. */
export const breadcrumbJsonLd = (...trail: Named[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'HoT', path: '/' }, ...trail].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(path),
  })),
})

/** schema.org ItemList of the first entries of a list, in its order. */
export const itemListJsonLd = (name: string, items: readonly Named[]) => ({
  '@type': 'ItemList',
  name,
  numberOfItems: items.length,
  itemListElement: items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: item.name,
    url: absoluteUrl(item.path),
  })),
})

type Member = { nickname: string; bio: string | null; avatar_url: string | null; joined: string; path: string }

/** schema.org ProfilePage. */
export const profileJsonLd = ({ nickname, bio, avatar_url, joined, path }: Member) => ({
  '@type': 'ProfilePage',
  dateCreated: joined,
  url: absoluteUrl(path),
  mainEntity: {
    '@type': 'Person',
    name: nickname,
    description: bio ?? undefined,
    image: avatar_url ? absoluteUrl(avatar_url) : undefined,
    url: absoluteUrl(path),
  },
})

type Article = {
  title: string
  excerpt: string | null
  published_at: string
  updated_at: string
  path: string
  /** An address. */
  image: string | null
}

/** schema.org NewsArticle. */
export const articleJsonLd = ({ title, excerpt, published_at, updated_at, path, image }: Article) => ({
  '@type': 'NewsArticle',
  headline: title,
  description: excerpt ?? undefined,
  image: image ? [image] : undefined,
  datePublished: published_at,
  dateModified: updated_at > published_at ? updated_at : published_at,
  inLanguage: 'de',
  mainEntityOfPage: absoluteUrl(path),
  author: { '@type': 'Organization', name: 'HoT-Redaktion', url: absoluteUrl('/') },
  publisher: {
    '@type': 'Organization',
    name: 'HoT',
    logo: { '@type': 'ImageObject', url: absoluteUrl('/icons/share.png') },
  },
})
