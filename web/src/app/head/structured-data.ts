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
