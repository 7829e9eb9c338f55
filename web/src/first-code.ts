import { type Manifest, rootRouteId } from '@tanstack/react-router'

type Routes = Manifest['routes']
type Link = NonNullable<Routes[string]['preloads']>[number]

const addressOf = (link: Link): string => (typeof link === 'string' ? link : link.href)

/**
 * What a page announces in its head: nothing but the app's first file. `later` has the addresses of the other files that
 * the matched routes need. Each file asked for before a page is drawn keeps a phone from drawing it (docs/decisions/024).
 */
export function firstCode(
  routes: Routes,
  matched: readonly { routeId: string }[],
): { routes: Routes; later: readonly string[] } {
  const first: unknown = routes[rootRouteId]?.scripts?.[0]?.attrs?.src
  const isFirst = (link: Link) => addressOf(link) === first
  const changed: Routes = { ...routes }
  const later = new Set<string>()
  for (const { routeId } of matched) {
    const { preloads = [], ...rest } = routes[routeId] ?? {}
    changed[routeId] = { ...rest, preloads: preloads.filter(isFirst) }
    for (const link of preloads) if (!isFirst(link)) later.add(addressOf(link))
  }
  return { routes: changed, later: [...later] }
}
