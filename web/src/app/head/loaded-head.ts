import { notFoundHead } from './not-found-head.ts'
import type { PageTags } from './page-head.ts'

type Context = { loaderData?: { head: PageTags } | undefined; match: { status: string } }

/**
 * Head of a route whose loader returns it beside the data. `head` functions travel with every first route, loaders with
 * their own page: titles, descriptions and JSON-LD of thirty pages would be 5 kB that one page does not need.
 */
export const loadedHead = ({ loaderData, match }: Context): Partial<PageTags> => {
  if (loaderData) return loaderData.head
  return match.status === 'notFound' ? notFoundHead() : {}
}
