import type { FormatPage } from '@hot/domain/contract/format'
import type { PostCard } from '@hot/domain/contract/post'
import type { StarPage } from '@hot/domain/contract/star'
import { postKinds } from '@hot/domain/post/address'
import { rumorStatusLabels } from '@hot/domain/post/kinds'
import { shownOfPost } from '@hot/domain/post/picture'
import { starName } from '@hot/domain/star/name'
import { sharedPicturePath } from '@hot/domain/url/shared-picture'
import { formatScore } from '#web/ui/data/format-number.ts'
import type { PagePicture } from './page-head.ts'

// Sharing pictures of pages, with alt texts. Only for heads rendered on the server.

export function postSharedPicture(post: PostCard): PagePicture {
  const kind = postKinds.find(({ type }) => type === post.type)?.label ?? ''
  const status = post.rumor ? `, ${rumorStatusLabels[post.rumor.status].toLowerCase()}` : ''
  return { path: sharedPicturePath('post', post.id, shownOfPost(post)), alt: `${kind}${status}: ${post.title}` }
}

type Star = Pick<
  StarPage,
  'slug' | 'first_name' | 'last_name' | 'nickname' | 'hot_score' | 'votes' | 'rank' | 'avatar_url'
>

export function starSharedPicture(star: Star): PagePicture {
  const name = starName(star)
  const score =
    star.hot_score === null ? 'noch zu kühl für einen HoT-Score' : `HoT-Score ${formatScore(star.hot_score)}`
  const shown = [name, star.avatar_url, star.hot_score, star.votes, star.rank]
  return { path: sharedPicturePath('star', star.slug, shown), alt: `${name}, ${score}` }
}

type Format = Pick<FormatPage, 'slug' | 'name' | 'emoji' | 'color'> &
  Partial<Pick<FormatPage, 'seasons_count' | 'participants' | 'next_episode'>>

/** Also for the seasons of a format. */
export function formatSharedPicture(format: Format): PagePicture {
  const { slug, name, emoji, color, seasons_count = 0, participants = 0, next_episode: next } = format
  const shown = [
    name,
    emoji,
    color,
    seasons_count,
    participants,
    next?.event_date ?? null,
    next?.event_time ?? null,
    next?.event_type ?? null,
  ]
  return { path: sharedPicturePath('format', slug, shown), alt: `${name} auf HoT` }
}
