import { type FeedPost, postsFeed } from '@hot/domain/contract/feed'
import type { PostType } from '@hot/domain/contract/post'
import { postFeedPath, postKinds, postListPath, postPath } from '@hot/domain/post/address'
import { shownExcerpt } from '@hot/domain/text/excerpt'
import { epochOf } from '@hot/domain/time/berlin-time'
import type { PublicRpc } from '../backend/backend-watch.ts'
import { xmlElement, xmlText } from './xml.ts'

const unknownAuthor = 'Unbekannt'
const labels = new Map(postKinds.map((kind) => [kind.type, kind.label]))

/** RFC 822 date, as RSS 2.0 requires. */
const rssDate = (instant: string) => new Date(epochOf(instant)).toUTCString()

function item(post: FeedPost, siteUrl: string): string {
  const link = siteUrl + postPath(post)
  return [
    '<item>',
    xmlElement('title', post.title),
    xmlElement('link', link),
    // The id, so that feed readers do not show a renamed post twice.
    `<guid isPermaLink="false">${xmlText(post.id)}</guid>`,
    xmlElement('category', labels.get(post.type) ?? post.type),
    xmlElement('dc:creator', post.author ?? unknownAuthor),
    xmlElement('pubDate', rssDate(post.created_at)),
    xmlElement('description', shownExcerpt(post.excerpt)),
    '</item>',
  ].join('')
}

/** RSS 2.0 of posts, of one kind or all, newest first. */
export function trashtalkDocument(posts: readonly FeedPost[], siteUrl: string, type?: PostType): string {
  const self = xmlText(siteUrl + postFeedPath(type))
  const title = postKinds.find((kind) => kind.type === type)?.listLabel
  const newest = posts[0]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    xmlElement('title', `HoT – ${title ?? 'Trashtalk'}`),
    xmlElement('link', siteUrl + (type ? postListPath(type) : '/trashtalk')),
    `<atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
    xmlElement('description', `${title ?? 'Gerüchte, Umfragen und Diskussionen'} über Reality-TV.`),
    xmlElement('language', 'de'),
    newest ? xmlElement('lastBuildDate', rssDate(newest.created_at)) : '',
    ...posts.map((post) => item(post, siteUrl)),
    '</channel></rss>\n',
  ].join('')
}

export function trashtalkFeed(rpc: PublicRpc, siteUrl: string) {
  return async (type?: PostType): Promise<Response> => {
    const posts = await rpc('posts_feed', postsFeed, type && { p_type: type })
    return new Response(trashtalkDocument(posts, siteUrl, type), {
      headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    })
  }
}
