import { memberId } from './build-members.ts'
import { postId, writtenAt } from './build-posts.ts'
import type { Row } from './insert-rows.ts'

const waiting = [
  {
    title: 'Torben hat das Watt verlassen',
    content: 'Er wollte nur kurz Brötchen holen. Das war vor zwei Staffeln.',
    author: 'pausenbrot',
    hoursAgo: 4,
    rejectionReason: null,
  },
  {
    title: 'Gibt es bald Kissen mit Untertiteln?',
    content: 'Ich frage nicht für mich. Doch.',
    author: 'spoiler_salome',
    hoursAgo: 1,
    rejectionReason: null,
  },
  {
    title: 'KLICK HIER FÜR GRATIS ROSEN',
    content: 'Nur heute, nur hier, nur Rosen.',
    author: 'sendeschluss',
    hoursAgo: 6,
    rejectionReason: 'Das ist Werbung. Werbung gehört in die Werbepause.',
  },
] as const

/** What the team finds in its queue, and one post it has already turned down. Nobody else sees them. */
export function waitingPostRows(now: Date): Row[] {
  return waiting.map((post) => ({
    id: postId(post.title),
    type: 'discussion',
    title: post.title,
    content: post.content,
    author_id: memberId(post.author),
    status: post.rejectionReason ? 'rejected' : 'pending',
    rejection_reason: post.rejectionReason,
    tags: [],
    created_at: writtenAt(post.hoursAgo, now),
    updated_at: writtenAt(post.hoursAgo, now),
    last_activity_at: writtenAt(post.hoursAgo, now),
    moderated_at: post.rejectionReason ? writtenAt(post.hoursAgo - 1, now) : null,
  }))
}
