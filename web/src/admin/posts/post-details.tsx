import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { starName } from '@hot/domain/star/name'
import { longDateTime } from '@hot/domain/time/german-date'
import { safeHref, userLinkRel } from '@hot/domain/url/links'
import { UserText } from '#web/entities/member/user-text.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'

const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

/** Text, answers, source, tags, and what became of the post so far. */
export function PostFacts({ post }: { post: AdminPost }) {
  return (
    <div className="queue-facts">
      <Text post={post} />
      <Answers post={post} />
      {post.rumor && <Source url={post.rumor.source_url} />}
      {post.rumor?.verification_reason && (
        <p className="meta">
          Begründung des Status: <UserText text={post.rumor.verification_reason} />
        </p>
      )}
      {post.tag_refs.length > 0 && (
        <p className="meta">
          Tags: {post.tag_refs.map((tag) => (tag.kind === 'star' ? starName(tag.star) : tag.format.name)).join(', ')}
        </p>
      )}
      <Outcome post={post} />
    </div>
  )
}

function Text({ post }: { post: AdminPost }) {
  if (post.content_full === '') return null
  if (post.content_full === post.content_excerpt)
    return (
      <p className="wrap-anywhere">
        <UserText text={post.content_full} />
      </p>
    )
  return (
    <details className="queue-text">
      <summary>
        <span className="wrap-anywhere">{post.content_excerpt} …</span> <b className="link">Ganz lesen</b>
      </summary>
      <p className="wrap-anywhere">
        <UserText text={post.content_full} />
      </p>
    </details>
  )
}

function Answers({ post }: { post: AdminPost }) {
  if (post.poll_options.length === 0) return null
  const votes = new Map(post.poll_votes.map((option) => [option.option_id, option.votes]))
  return (
    <ol className="queue-answers">
      {post.poll_options.map((option) => (
        <li key={option.id} className="wrap-anywhere">
          {option.text} <span className="meta num">{formatCount(votes.get(option.id) ?? 0)}</span>
        </li>
      ))}
    </ol>
  )
}

function Source({ url }: { url: string | null }) {
  const href = url && safeHref(url)
  if (!href)
    return (
      <Note kind="warn">
        <b>Ohne Quelle.</b> Bei Gerüchten bitten wir um einen Link.
      </Note>
    )
  return (
    <p className="meta wrap-anywhere">
      Quelle:{' '}
      <a href={href} rel={userLinkRel} target="_blank" className="link">
        {url}
      </a>
    </p>
  )
}

function Outcome({ post }: { post: AdminPost }) {
  const { votes, reactions } = post
  const parts = [
    counted(reactions.heart, 'Herz', 'Herzen'),
    `${formatCount(reactions.poop)} 💩`,
    counted(post.comments, 'Kommentar', 'Kommentare'),
    ...(post.type === 'gerücht'
      ? [`${formatCount(votes.agree)} stimmt, ${formatCount(votes.disagree)} stimmt nicht`]
      : []),
    ...(post.type === 'umfrage' ? [counted(votes.total, 'Stimme', 'Stimmen')] : []),
  ]
  return (
    <>
      {post.status === 'approved' && <p className="meta num">{parts.join(' · ')}</p>}
      {post.rejection_reason && (
        <Note>
          <b>Abgelehnt:</b> {post.rejection_reason}
        </Note>
      )}
      {post.moderated_at && post.status !== 'pending' && (
        <p className="meta">
          {post.status === 'approved' ? 'Freigegeben' : 'Abgelehnt'}
          {post.moderator_name && ` von ${post.moderator_name}`}, {longDateTime(post.moderated_at)}
        </p>
      )}
      {post.staff_edited_at && (
        <p className="meta">Bearbeitet von der Redaktion, {longDateTime(post.staff_edited_at)}</p>
      )}
    </>
  )
}
