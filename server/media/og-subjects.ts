import { chartEntries } from '@hot/domain/chart/entries'
import { chartsPage } from '@hot/domain/contract/chart'
import { formatPage } from '@hot/domain/contract/format'
import { postPage, postPath } from '@hot/domain/contract/post'
import { starPage } from '@hot/domain/contract/star'
import { berlinDay } from '@hot/domain/time/berlin-time'
import type { PublicRpc } from '../backend/backend-watch.ts'
import { chartPicture } from './og-chart.ts'
import { formatPicture } from './og-format.ts'
import { portraitSize } from './og-person.ts'
import type { portraitReader } from './og-portrait.ts'
import { postPicture } from './og-post.ts'
import { starPicture } from './og-star.ts'

type Sources = { rpc: PublicRpc; portrait: ReturnType<typeof portraitReader> }

/** SVG of what an address names, from what every guest may read; null when there is no such thing. */
type Draw = (key: string, sources: Sources) => Promise<string | null>

const drawPost: Draw = async (id, { rpc }) => {
  const found = await rpc('post_path', postPath.nullable(), { p_id: id })
  if (!found) return null
  const address = { p_type: found.type, p_day: berlinDay(found.created_at), p_slug: `${found.slug}-${found.id}` }
  const post = await rpc('post_page', postPage.nullable(), address)
  return post && postPicture(post)
}

const drawStar: Draw = async (slug, { rpc, portrait }) => {
  const star = await rpc('star_page', starPage.nullable(), { p_slug: slug })
  return star && starPicture(star, await portrait(star.avatar_url, portraitSize.width, portraitSize.height))
}

const drawFormat: Draw = async (slug, { rpc }) => {
  const format = await rpc('format_page', formatPage.nullable(), { p_slug: slug })
  return format && formatPicture(format)
}

const drawChart: Draw = async (key, { rpc }) => {
  const chart = chartEntries.find(({ id }) => id === key)
  return chart ? chartPicture(chart, await rpc('charts_page', chartsPage)) : null
}

const subjects = new Map<string, Draw>([
  ['post', drawPost],
  ['star', drawStar],
  ['format', drawFormat],
  ['chart', drawChart],
])

export const drawSubject = (kind: string, key: string, sources: Sources): Promise<string | null> =>
  subjects.get(kind)?.(key, sources) ?? Promise.resolve(null)
