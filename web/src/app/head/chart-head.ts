import { type ChartId, type ChartLeader, charts } from '@hot/domain/chart/entries'
import { chartSharedPicture } from './document-head.ts'
import { type PageTags, pageHead } from './page-head.ts'

/** Head of the page of one chart; `leaders` are on its picture. */
export function chartHead(id: ChartId, leaders: readonly ChartLeader[]): PageTags {
  const { title, description, path } = charts[id]
  return pageHead({
    title,
    description,
    path,
    picture: import.meta.env.SSR ? chartSharedPicture(id, leaders) : undefined,
  })
}
