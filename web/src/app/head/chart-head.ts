import { type ChartId, type ChartLeader, charts, shownOfChart } from '@hot/domain/chart/entries'
import { sharedPicturePath } from '@hot/domain/url/shared-picture'
import { type PagePicture, type PageTags, pageHead } from './page-head.ts'

// Apart from the pictures of other pages, which would otherwise bring the table of all charts into the first file.

function chartSharedPicture(id: ChartId, leaders: readonly ChartLeader[]): PagePicture {
  return {
    path: sharedPicturePath('chart', id, shownOfChart(leaders)),
    alt: `${charts[id].title}: die ersten drei`,
  }
}

/** Head of a chart page; its sharing picture shows the `leaders`. `after`: the cursor of a later page. */
export function chartHead(id: ChartId, leaders: readonly ChartLeader[], after?: string): PageTags {
  const { title, description, path } = charts[id]
  return pageHead({
    title,
    description,
    path,
    after,
    picture: import.meta.env.SSR ? chartSharedPicture(id, leaders) : undefined,
  })
}
