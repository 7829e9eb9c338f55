import type { AccountNotification } from '../contract/account/account.ts'
import type { NotificationData } from '../contract/account/notification-data.ts'
import { postIdPath, postPath } from '../post/address.ts'
import { kindOf } from './types.ts'

type Facts = Pick<AccountNotification, 'type' | 'data' | 'post_id' | 'comment_id'>

/** Target of a notification: a page, a place on it, and the id of a comment on it that is scrolled into view, or null. */
export type NotificationPlace = { path: string; hash?: string | undefined; comment: string | null }

/** A path as a router takes it. */
export function placeOf(path: string): { path: string; hash?: string | undefined } {
  const [page = path, hash] = path.split('#')
  return { path: page, hash }
}

/** The place that a notification opens, or null when there is none, as for a deleted post. */
export function notificationPlace({ type, data, post_id, comment_id }: Facts): NotificationPlace | null {
  const known = data as NotificationData
  const kind = kindOf(type)
  const own = kind.path?.(known)
  const path = own === undefined ? pathOfPost(known, post_id) : own
  return path ? { ...placeOf(path), comment: own === undefined ? comment_id : null } : null
}

/** The same as a URL path: `/trashtalk/geruechte/2026/11/21/titel?kommentar={id}#kommentar-{id}`. */
export function notificationPath(facts: Facts): string | null {
  const place = notificationPlace(facts)
  if (!place) return null
  if (!place.comment) return place.hash ? `${place.path}#${place.hash}` : place.path
  const id = encodeURIComponent(place.comment)
  return `${place.path}?kommentar=${id}#kommentar-${id}`
}

/** The post's dated URL. Old or imported entries may lack parts of it: the URL by id redirects to it. */
function pathOfPost({ post_type, post_created_at, post_slug }: NotificationData, id: string | null): string | null {
  if (post_type && post_created_at && post_slug)
    return postPath({ type: post_type, created_at: post_created_at, slug: post_slug })
  return id && postIdPath(id, post_type)
}
