import type { PostPage } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import { plainText } from '@hot/domain/text/plain-text'
import { memberPath } from '@hot/domain/url/paths'

/** schema.org DiscussionForumPosting. */
export function postJsonLd(post: PostPage, absoluteUrl: (path: string) => string) {
  const url = absoluteUrl(postPath(post))
  return {
    '@type': 'DiscussionForumPosting',
    headline: post.title,
    text: plainText(post.content) || post.title,
    url,
    mainEntityOfPage: url,
    datePublished: post.created_at,
    dateModified: post.updated_at,
    inLanguage: 'de',
    author: post.author
      ? { '@type': 'Person', name: post.author.nickname, url: absoluteUrl(memberPath(post.author.slug)) }
      : { '@type': 'Person', name: 'Unbekannt' },
    commentCount: post.comments,
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: post.hearts,
      },
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/CommentAction',
        userInteractionCount: post.comments,
      },
    ],
  }
}
