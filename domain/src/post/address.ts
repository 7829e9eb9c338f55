import { berlinDay, type Day, type Instant, isDay } from '../time/berlin-time.ts'
import type { PostType } from './kinds.ts'

type PostWords = { type: PostType; list: string; single: string; label: string; listLabel: string }

/** The three kinds of posts with their URL segments and German names. */
export const postKinds: readonly PostWords[] = [
  { type: 'rumor', list: 'geruechte', single: 'geruecht', label: 'Gerücht', listLabel: 'Gerüchte' },
  { type: 'poll', list: 'umfragen', single: 'umfrage', label: 'Umfrage', listLabel: 'Umfragen' },
  { type: 'discussion', list: 'diskussionen', single: 'diskussion', label: 'Diskussion', listLabel: 'Diskussionen' },
]

const kindOf = new Map(postKinds.map((kind) => [kind.type, kind]))

export type PostAddress = { type: PostType; created_at: Instant; slug: string }

/** Dated URL of a post, by its Berlin day: `/trashtalk/geruechte/2026/11/21/zieht-mandy-ins-sommerhaus`. */
export function postPath(post: PostAddress): string {
  return `${postListPath(post.type)}/${berlinDay(post.created_at).replaceAll('-', '/')}/${encodeURIComponent(post.slug)}`
}

/** `/trashtalk/geruechte` */
export function postListPath(type: PostType): string {
  return `/trashtalk/${postTypeSegment(type)}`
}

/** RSS feed of a kind, or of all: `/trashtalk/geruechte.rss`, `/trashtalk.rss`. */
export const postFeedPath = (type?: PostType): string => `${type ? postListPath(type) : '/trashtalk'}.rss`

/** Where the open page of a guest asks the web server what has changed. */
export const livePostPath = (id: string): string => `/_live/posts/${id}`

/** `geruechte`, `umfragen` or `diskussionen`. */
function postTypeSegment(type: PostType): string {
  return wordsOf(type).list
}

/** The type for a list's segment, or null. */
export function parsePostSegment(segment: string): PostType | null {
  return postKinds.find((kind) => kind.list === segment)?.type ?? null
}

/** URL by id, which leads to the dated one: `/trashtalk/geruecht/{id}`, or `/trashtalk/post/{id}` without a type. */
export function postIdPath(id: string, type?: PostType): string {
  return `/trashtalk/${type ? wordsOf(type).single : 'post'}/${encodeURIComponent(id)}`
}

/** The type for the segment of a URL by id (`geruecht`, `umfrage`, `diskussion`), or null. */
export function parsePostIdSegment(segment: string): PostType | null {
  return postKinds.find((kind) => kind.single === segment)?.type ?? null
}

/** The day in a dated URL (`2026`, `11`, `21`), or null when there is no such day. */
export function parsePostDay(year: string, month: string, date: string): Day | null {
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : null
}

function wordsOf(type: PostType): PostWords {
  const words = kindOf.get(type)
  if (!words) throw new RangeError(`not a kind of post: ${type}`)
  return words
}
