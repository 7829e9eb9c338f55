import type { Comment, PostPage, Thread } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import { markedTitle } from '@hot/domain/post/kinds'
import { plainText } from '@hot/domain/text/plain-text'
import { memberPath } from '@hot/domain/url/paths'
import { kindLabel } from '#web/entities/post/post-badges.tsx'

/** Comments in the data: enough to show what is talked about, and no second copy of a long page. */
const describedComments = 10

const refutation = ({ rumor, rumor_details }: PostPage): string | null =>
  rumor?.status === 'debunked'
    ? `Widerlegt${rumor_details?.reason ? `: ${plainText(rumor_details.reason)}` : '.'}`
    : null

const answered = ({ statement }: PostPage): string | null =>
  statement && `Stellungnahme von ${statement.speaker}: ${plainText(statement.text)}`

/** What previews and results say below the title: what is wrong with it and what the person concerned says come first. */
export const postDescription = (post: PostPage): string =>
  [refutation(post), answered(post), post.excerpt || `${kindLabel(post.type)} im Trashtalk: ${post.title}`]
    .filter(Boolean)
    .join(' ')

type Absolute = (path: string) => string

const personJsonLd = (author: Comment['author'], absoluteUrl: Absolute) =>
  author
    ? { '@type': 'Person', name: author.nickname, url: absoluteUrl(memberPath(author.slug)) }
    : { '@type': 'Person', name: 'Unbekannt' }

const interactions = (type: 'LikeAction' | 'CommentAction', count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
})

function statementJsonLd({ statement }: PostPage) {
  if (!statement) return []
  const author = { '@type': 'Person', name: statement.speaker }
  return [{ '@type': 'Comment', text: plainText(statement.text), datePublished: statement.at, author }]
}

const commentJsonLd = ({ id, content, created_at, author, hearts }: Comment, url: string, absoluteUrl: Absolute) => ({
  '@type': 'Comment',
  text: plainText(content),
  datePublished: created_at,
  url: `${url}?kommentar=${id}`,
  author: personJsonLd(author, absoluteUrl),
  interactionStatistic: interactions('LikeAction', hearts),
})

/** schema.org DiscussionForumPosting, with the statement of the person concerned and the first comments. */
export function postJsonLd(post: PostPage, threads: readonly Thread[], absoluteUrl: Absolute) {
  const url = absoluteUrl(postPath(post))
  const said = threads.filter(({ is_deleted }) => !is_deleted).slice(0, describedComments)
  return {
    '@type': 'DiscussionForumPosting',
    headline: markedTitle(post),
    text: [refutation(post), plainText(post.content) || post.title].filter(Boolean).join('\n\n'),
    url,
    mainEntityOfPage: url,
    datePublished: post.created_at,
    dateModified: post.updated_at,
    inLanguage: 'de',
    author: personJsonLd(post.author, absoluteUrl),
    commentCount: post.comments,
    comment: [...statementJsonLd(post), ...said.map((one) => commentJsonLd(one, url, absoluteUrl))],
    interactionStatistic: [interactions('LikeAction', post.hearts), interactions('CommentAction', post.comments)],
  }
}
