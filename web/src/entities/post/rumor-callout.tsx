import type { PostPage } from '@hot/domain/contract/post'
import { safeHref, userLinkRel } from '@hot/domain/url/links'
import { Callout } from '#web/ui/feedback/state.tsx'

/** The team's assessment of a rumor, with its source. */
export function RumorCallout({ post }: { post: PostPage }) {
  if (!post.rumor || !post.rumor_details) return null
  const { reason, verification_source } = post.rumor_details
  if (post.rumor.status === 'unverified') {
    return (
      <Callout>
        {post.rumor_details.recheck_at ? (
          <>
            <b>Wieder unbestätigt.</b>
            <span> Der Text wurde nach der Entscheidung geändert, das Team prüft ihn neu.</span>
          </>
        ) : (
          <>
            <b>Noch unbestätigt.</b>
            <span>
              {' '}
              Über den Status entscheidet das Team, nicht die Mehrheit. Hast du einen Beleg? Ab damit in die Kommentare.
            </span>
          </>
        )}
      </Callout>
    )
  }
  const verified = post.rumor.status === 'verified'
  return (
    <Callout kind={verified ? 'ok' : 'plain'}>
      <b>{verified ? 'Vom Team bestätigt.' : 'Vom Team widerlegt.'}</b> <span>{reason}</span>
      {verification_source && (
        <>
          <span> Quelle: </span>
          <Source text={verification_source} />
        </>
      )}
    </Callout>
  )
}

/** The source given by the author. */
export function RumorSource({ url }: { url: string | null | undefined }) {
  if (!url) return <p className="meta">Ohne Quelle bleibt’s ein Gefühl.</p>
  return (
    <p>
      <span>Quelle: </span>
      <Source text={url} />
    </p>
  )
}

function Source({ text }: { text: string }) {
  const href = safeHref(text)
  if (!href) return <span>{text}</span>
  return (
    <a href={href} rel={userLinkRel} target="_blank" className="link">
      {new URL(href).hostname.replace(/^www\./, '')}
    </a>
  )
}
