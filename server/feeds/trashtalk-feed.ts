import { type FeedPost, postsFeed } from '@hot/domain/contract/feed'
import { postFeedPath, postKinds, postListPath, postPath } from '@hot/domain/post/address'
import { markedTitle, type PostType } from '@hot/domain/post/kinds'
import { shownExcerpt } from '@hot/domain/text/excerpt'
import type { PublicRpc } from '../link/backend-watch.ts'
import { rssDocument } from './rss.ts'

const unknownAuthor = 'Unbekannt'
const labels = new Map(postKinds.map((kind) => [kind.type, kind.label]))

/** What the person concerned says stands before what is said about them. */
const described = ({ excerpt, statement }: FeedPost) =>
  [statement && `Stellungnahme von ${statement.speaker}: ${statement.text}`, shownExcerpt(excerpt)]
    .filter(Boolean)
    .join('\n\n')

/** RSS of posts, of one kind or all, newest first. */
export function trashtalkDocument(posts: readonly FeedPost[], siteUrl: string, type?: PostType): string {
  const title = postKinds.find((kind) => kind.type === type)?.listLabel
  return rssDocument({
    title: `HoT – ${title ?? 'Trashtalk'}`,
    link: siteUrl + (type ? postListPath(type) : '/trashtalk'),
    self: siteUrl + postFeedPath(type),
    description: `${title ?? 'Gerüchte, Umfragen und Diskussionen'} über Reality-TV.`,
    items: posts.map((post) => ({
      title: markedTitle(post),
      link: siteUrl + postPath(post),
      id: post.id,
      category: labels.get(post.type) ?? post.type,
      author: post.author ?? unknownAuthor,
      published: post.created_at,
      description: described(post),
    })),
  })
}

export function trashtalkFeed(rpc: PublicRpc, siteUrl: string) {
  return async (type?: PostType): Promise<Response> => {
    const posts = await rpc('posts_feed', postsFeed, type && { p_type: type })
    return new Response(trashtalkDocument(posts, siteUrl, type), {
      headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    })
  }
}
