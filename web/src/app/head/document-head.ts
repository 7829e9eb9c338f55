import { pageHead } from './page-head.ts'

/** Head of every document. Routes override title and description, and set the canonical URL. */
export function documentHead() {
  const { meta } = pageHead({
    title: 'HoT – Reality-TV, gemeinsam geguckt',
    description:
      'Stars, Formate, Sendetermine, Charts und Trashtalk: die Community für alle, die Reality-TV ernster nehmen als das Reality-TV.',
    path: '/',
  })
  return {
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { property: 'og:site_name', content: 'HoT' },
      { property: 'og:locale', content: 'de_DE' },
      // What is said of this picture is not true of a route's own.
      ...meta.filter(
        ({ property, name }) => !/^(og:url|og:image:.*|twitter:image:alt)$/.test(String(property ?? name)),
      ),
    ],
    links: [
      { rel: 'icon', href: '/icons/icon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }
}

/**
 * What the server renders instead of the style sheet, and replaces in the finished page. The page's secret nonce makes
 * sure that no text of a visitor is taken for it.
 */
export const stylesMark = (nonce: string) => `/*${nonce}*/`
