import type { PostPage } from '@hot/domain/contract/post'
import { safeHref, userLinkRel } from '@hot/domain/url/links'

/** What the pages behind a post's links are called, as our server has read it: the reader's browser asks nobody. */
export function LinkPreviews({ of }: { of: PostPage['previews'] }) {
  return of.map(({ url, title, site }) => (
    <a key={url} href={safeHref(url) ?? undefined} rel={userLinkRel} target="_blank" className="link-preview">
      <b>{title}</b>
      <span className="meta">{site}</span>
    </a>
  ))
}
