import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { subjectName, subjectNames } from '@hot/domain/post/sensitive-subjects'
import { distinctName } from '@hot/domain/star/name'
import { shownExcerpt } from '@hot/domain/text/excerpt'
import { longDateTime } from '@hot/domain/time/german-date'
import { relativeTime } from '@hot/domain/time/relative-time'
import { safeHref, userLinkRel } from '@hot/domain/url/links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostHistory, postHistoryQuery } from '#web/entities/post/post-history.tsx'
import { TextChange } from '#web/entities/post/text-change.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { figuresQuery } from './api.ts'

/** Text, poll options, source, tags and history of a post. */
export function PostDetails({ post }: { post: AdminPost }) {
  return (
    <div className="queue-facts">
      {mayApprove(post) && post.sensitive.length > 0 && (
        <Callout kind="warn">
          <b>Heikel: {subjectNames(post.sensitive)}.</b> Das wartet immer auf einen Menschen, wer es auch schreibt. Gib
          es nur frei, wenn eine Quelle es belegt und es die Öffentlichkeit etwas angeht.
        </Callout>
      )}
      {post.published_because && (
        <div className="meta">
          <p>
            {`Ohne Quelle freigegeben von ${post.published_because.by ?? 'jemandem aus dem Team'}, ${longDateTime(post.published_because.at)}:`}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{post.published_because.text}</p>
        </div>
      )}
      {post.rules.length > 0 && <p className="meta">Aufgehalten oder gemeldet von: {post.rules.join(', ')}</p>}
      {post.subject && <p className="meta">Worum es geht, laut Mitglied: {subjectName(post.subject)}</p>}
      {post.change && <Change change={post.change} />}
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
          Tags:{' '}
          {post.tag_refs.map((tag) => (tag.kind === 'star' ? distinctName(tag.star) : tag.format.name)).join(', ')}
        </p>
      )}
      <Outcome post={post} />
    </div>
  )
}

/** What is asked about a post that is online: the text before and after. */
function Change({ change: { kind, at, decided, before, after } }: { change: NonNullable<AdminPost['change']> }) {
  return (
    <Callout kind="warn">
      <p>
        {kind === 'revision' ? (
          <>
            <b>Änderung.</b>
            <span> Der Beitrag ist online. Freigeben ersetzt den Text, Ablehnen lässt alles, wie es ist.</span>
          </>
        ) : (
          <>
            <b>Status neu prüfen.</b>
            <span> Der Text wurde geändert, nachdem er </span>
            {decided && <RumorStatusBadge status={decided} />}
            <span> war. Setz den Status neu, auch wenn er unbestätigt bleibt.</span>
          </>
        )}{' '}
        <time className="meta" dateTime={at}>
          {longDateTime(at)}
        </time>
      </p>
      <TextChange before={before} after={after} />
    </Callout>
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
        <span className="wrap-anywhere">{shownExcerpt(post.content_excerpt)}</span> <b className="link">Ganz lesen</b>
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
      <Callout kind="warn">
        <b>Ohne Quelle.</b> Bei Gerüchten bitten wir um einen Link.
      </Callout>
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
    countOf(reactions.heart, 'Herz', 'Herzen'),
    `${formatCount(reactions.poop)} 💩`,
    countOf(post.comments, 'Kommentar', 'Kommentare'),
    ...(post.type === 'gerücht'
      ? [`${formatCount(votes.agree)} stimmt, ${formatCount(votes.disagree)} stimmt nicht`]
      : []),
    ...(post.type === 'umfrage' ? [countOf(votes.total, 'Stimme', 'Stimmen')] : []),
  ]
  return (
    <>
      {post.status === 'approved' && <p className="meta num">{parts.join(' · ')}</p>}
      {post.rejection_reason && (
        <Callout>
          <b>Abgelehnt:</b> {post.rejection_reason}
        </Callout>
      )}
      {post.moderated_at && post.status !== 'pending' && (
        <p className="meta">
          {`${post.status === 'approved' ? 'Freigegeben' : 'Abgelehnt'}${post.moderator_name ? ` von ${post.moderator_name}` : ''}, ${longDateTime(post.moderated_at)}`}
        </p>
      )}
      {post.staff_edited_at && (
        <p className="meta">Bearbeitet von der Redaktion, {longDateTime(post.staff_edited_at)}</p>
      )}
      {post.edited_at && !post.staff_edited_at && <p className="meta">Bearbeitet, {longDateTime(post.edited_at)}</p>}
      {(post.edited_at || post.staff_edited_at) && <Versions post={post} />}
    </>
  )
}

/** Something of the post waits for approval: itself, or a change of it. */
export const mayApprove = (post: AdminPost): boolean => post.status !== 'approved' || post.change?.kind === 'revision'

/** Earlier versions, loaded when they are opened. */
function Versions({ post }: { post: AdminPost }) {
  const [open, setOpen] = useState(false)
  const who = useViewer()
  const member = who.state === 'member' ? who.user.id : ''
  const { data, isError } = useQuery({ ...postHistoryQuery(member, post.id), enabled: open && member !== '' })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link">Frühere Fassungen</summary>
      <div role="status">
        {isError && <p className="meta">Die Fassungen konnten nicht geladen werden. Klapp sie noch einmal auf.</p>}
        {!isError && !data && <p className="meta">Wird geladen …</p>}
        {data?.versions.length === 0 && <p className="meta">Frühere Fassungen gibt es nicht mehr.</p>}
      </div>
      {data && <PostHistory history={data} />}
    </details>
  )
}

export type PostActionName = 'approve' | 'reject' | 'delete' | 'rumor' | 'edit'

type PostActionsProps = { post: AdminPost; current: boolean; onAct: (name: PostActionName) => void }

/** Actions on a post, with their shortcuts. Accessible names include the title, for context without the row. */
export function PostActions({ post, current, onAct }: PostActionsProps) {
  const label = (verb: string) => `${verb}: ${post.title}`
  return (
    <div className="queue-actions">
      {mayApprove(post) && (
        <Button
          small
          variant={current ? 'hot' : 'plain'}
          aria-label={label('Freigeben')}
          onClick={() => onAct('approve')}
        >
          Freigeben <Key name="A" />
        </Button>
      )}
      {post.status !== 'rejected' && (
        <Button small aria-label={label('Ablehnen')} onClick={() => onAct('reject')}>
          Ablehnen <Key name="R" />
        </Button>
      )}
      <Button small variant="danger" aria-label={label('Löschen')} onClick={() => onAct('delete')}>
        Löschen <Key name="D" />
      </Button>
      {post.rumor && (
        <Button small aria-label={label('Status setzen')} onClick={() => onAct('rumor')}>
          Status setzen
        </Button>
      )}
      <Button small variant="quiet" aria-label={label('Bearbeiten')} onClick={() => onAct('edit')}>
        Bearbeiten
      </Button>
    </div>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="queue-key">{name}</kbd>
}

/** The database stops counting here. */
const most = 1000
const capped = (value: number) => (value >= most ? `${formatCount(most)}+` : formatCount(value))
const waiting = (oldest: string | null, now: string) => (oldest ? relativeTime(oldest, now).replace(/^vor /, '') : '–')

/** Size and age of the queue, and decisions made. */
export function PostFigures({ now }: { now: string }) {
  const { data } = useQuery(figuresQuery)
  const shown: [value: string, text: string][] = [
    [data ? capped(data.waiting) : '…', data?.waiting === 1 ? 'wartet auf dich' : 'warten auf dich'],
    [data ? waiting(data.oldest, now) : '…', 'wartet der älteste'],
    [data ? capped(data.done_today) : '…', 'heute erledigt'],
  ]
  return (
    <dl className="queue-figures num">
      {shown.map(([value, text]) => (
        <div key={text}>
          <dd>{value}</dd>
          <dt>{text}</dt>
        </div>
      ))}
    </dl>
  )
}
