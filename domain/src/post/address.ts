import type { PostType } from '../contract/post.ts'
import { berlinDay, type Day, type Instant, isDay } from '../time/berlin-time.ts'

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

/** `geruechte`, `umfragen` or `diskussionen`. */
function postTypeSegment(type: PostType): string {
  return wordsOf(type).list
}

/** The kind of a list segment, or null. */
export function parsePostSegment(segment: string): PostType | null {
  return postKinds.find((kind) => kind.list === segment)?.type ?? null
}

/** Address by id: `/trashtalk/geruecht/{id}`; without a type `/trashtalk/post/{id}`, which resolves it. */
export function postIdPath(id: string, type?: PostType): string {
  return `/trashtalk/${type ? wordsOf(type).single : 'post'}/${encodeURIComponent(id)}`
}

/** The kind of a by-id segment (`geruecht`, `umfrage`, `diskussion`), or null. */
export function parsePostIdSegment(segment: string): PostType | null {
  return postKinds.find((kind) => kind.single === segment)?.type ?? null
}

/** The day of a dated address (`2026`, `11`, `21`), or null when no such day exists. */
export function parsePostDay(year: string, month: string, date: string): Day | null {
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : null
}

function wordsOf(type: PostType): PostWords {
  const words = kindOf.get(type)
  if (!words) throw new RangeError(`not a kind of post: ${type}`)
  return words
}
