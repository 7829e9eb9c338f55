import type { AdminPost, PostOutcome } from '@hot/domain/contract/admin/posts'
import type { Ground } from '@hot/domain/moderation/grounds'
import { postKinds, postPath } from '@hot/domain/post/address'
import { decisionBatchMax, postOutcomeText, postTypeOfKind } from '@hot/domain/post/moderation'
import { relativeTime } from '@hot/domain/time/relative-time'
import { memberPath } from '@hot/domain/url/paths'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { DecidedByOther } from '../decisions/bar.tsx'
import { BulkBar, PickBox, type Picked, QueueMoves } from '../kit/bulk-bar.tsx'
import { focusEntry, useLetterKeys } from '../kit/screen.tsx'
import type { Decision } from './api.ts'
import type { PostDecisions } from './decisions.ts'
import { mayApprove, type PostActionName, PostActions, PostDetails } from './details.tsx'
import { DecisionDialog, EditDialog, RumorDialog, SensitiveDialog, UnsourcedDialog } from './dialogs.tsx'

/** A approve, R reject, D delete; J and K move down and up. */
const queueKeys = ['a', 'r', 'd', 'j', 'k'] as const

type Open =
  | { name: 'reject' | 'delete'; posts: readonly AdminPost[] }
  | { name: 'rumor' | 'edit' | 'sensitive' | 'unsourced'; post: AdminPost }
  | null
type PostListProps = {
  posts: readonly AdminPost[]
  hasMore: boolean
  picked: Picked
  now: string
  decisions: PostDecisions
}

type Decide = (
  chosen: readonly AdminPost[],
  decision: Decision,
  reason: string | null,
  more?: { rule?: Ground; sensitiveSeen?: boolean },
) => void

const isAskedAbout = ({ sensitive, unsourced }: AdminPost) => sensitive.length > 0 || unsourced

const keyActions = { a: 'approve', r: 'reject', d: 'delete' } as const

/** The posts with keyboard shortcuts, checkboxes and dialogs. */
export function PostList({ posts, hasMore, picked, now, decisions }: PostListProps) {
  const [currentId, setCurrentId] = useState<string | null>(null)
  const [open, setOpen] = useState<Open>(null)
  const current = posts.find(({ id }) => id === currentId) ?? posts[0]
  const ticked = posts.filter(({ id }) => picked.ids.has(id))
  const tooMany = ticked.length > decisionBatchMax

  const decide: Decide = (chosen, decision, reason, { rule, sensitiveSeen } = {}) => {
    // Shortcuts continue with the next one.
    const last = posts.findIndex(({ id }) => id === chosen.at(-1)?.id)
    setCurrentId((posts[last + 1] ?? posts[last - 1])?.id ?? null)
    decisions.decide(chosen, decision, {
      reason,
      rule,
      sensitiveSeen,
      onUndone: picked.release(chosen.map(({ id }) => id)),
    })
  }
  /** Sensitive ones, and rumors about people without a source, are asked about one by one. */
  const approve = (chosen: readonly AdminPost[]) => {
    const plain = chosen.filter((post) => !isAskedAbout(post))
    const left = chosen.length - plain.length
    if (left > 0)
      showToast({
        kind: 'error',
        title: left === 1 ? '1 Beitrag bleibt liegen' : `${left} Beiträge bleiben liegen`,
        text: 'Heikles und Gerüchte ohne Quelle werden einzeln freigegeben.',
      })
    if (plain.length > 0) decide(plain, 'approve', null)
  }
  const start = (chosen: readonly AdminPost[], decision: Decision) => {
    const [only] = chosen
    if (decision === 'approve' && chosen.length === 1 && only && isAskedAbout(only))
      setOpen({ name: only.unsourced ? 'unsourced' : 'sensitive', post: only })
    else if (decision === 'approve') approve(chosen)
    else setOpen({ name: decision, posts: chosen })
  }
  const act = (post: AdminPost, name: PostActionName) => {
    setCurrentId(post.id)
    if (decisions.decidedBy(post)) return
    if (name === 'rumor' || name === 'edit') setOpen({ name, post })
    else start([post], name)
  }
  useLetterKeys(queueKeys, (key) => {
    if (!current) return
    if (key === 'j' || key === 'k') {
      const next = posts[posts.indexOf(current) + (key === 'j' ? 1 : -1)]
      if (!next) return
      setCurrentId(next.id)
      focusEntry(rowId(next.id))
      return
    }
    const isDone = (key === 'a' && !mayApprove(current)) || (key === 'r' && current.status === 'rejected')
    if (!isDone) act(current, keyActions[key])
  })
  return (
    <>
      <BulkBar label="Mehrere Beiträge" picked={picked} found={posts.map(({ id }) => id)} more={hasMore}>
        {tooMany && <span className="meta">Höchstens {decisionBatchMax} auf einmal.</span>}
        <Button small onClick={() => start(ticked, 'approve')} disabled={tooMany}>
          Auswahl freigeben
        </Button>
        <Button small onClick={() => start(ticked, 'reject')} disabled={tooMany}>
          Auswahl ablehnen
        </Button>
        <Button small variant="danger" onClick={() => start(ticked, 'delete')} disabled={tooMany}>
          Auswahl löschen
        </Button>
      </BulkBar>
      {posts.length > 1 && <QueueMoves />}
      <div className="queue">
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            now={now}
            decidedBy={decisions.decidedBy(post)}
            current={post.id === current?.id}
            picked={picked.ids.has(post.id)}
            onCurrent={() => setCurrentId(post.id)}
            onPick={(is) => picked.pick(post.id, is)}
            onAct={(name) => act(post, name)}
          />
        ))}
      </div>
      <PostDialogs open={open} decide={decide} onClose={() => setOpen(null)} />
    </>
  )
}

type PostDialogsProps = {
  open: Open
  decide: Decide
  onClose: () => void
}

/** What one of the posts, or the chosen ones, are asked about. */
function PostDialogs({ open, decide, onClose }: PostDialogsProps) {
  const queryClient = useQueryClient()
  if (!open) return null
  const showOutcome = (outcome: PostOutcome) => {
    const text = postOutcomeText(outcome)
    showToast(text ? { title: text, kind: 'error' } : { title: 'Gespeichert.' })
    for (const queryKey of [['admin'], ['posts'], ['home']]) void queryClient.invalidateQueries({ queryKey })
  }
  if ('posts' in open)
    return (
      <DecisionDialog
        decision={open.name}
        posts={open.posts}
        onReason={(reason, rule) => decide(open.posts, open.name, reason, { rule })}
        onClose={onClose}
      />
    )
  const { post } = open
  if (open.name === 'sensitive')
    return (
      <SensitiveDialog
        post={post}
        onApprove={() => decide([post], 'approve', null, { sensitiveSeen: true })}
        onClose={onClose}
      />
    )
  if (open.name === 'unsourced')
    return (
      <UnsourcedDialog
        post={post}
        onApprove={(reason) => decide([post], 'approve', reason, { sensitiveSeen: true })}
        onClose={onClose}
      />
    )
  if (open.name === 'edit') return <EditDialog post={post} onDone={showOutcome} onClose={onClose} />
  return post.rumor && <RumorDialog post={post} rumor={post.rumor} onDone={showOutcome} onClose={onClose} />
}

type PostRowProps = {
  post: AdminPost
  now: string
  /** Who else of the team has just decided about it. */
  decidedBy: string | undefined
  /** The target of the keyboard shortcuts. */
  current: boolean
  picked: boolean
  onCurrent: () => void
  onPick: (picked: boolean) => void
  onAct: (name: PostActionName) => void
}

// Screens of the admin area are one route: their addresses are plain text.
const reportsPath: string = '/admin/reports'

const labelOf = (post: AdminPost) => postKinds.find(({ type }) => type === postTypeOfKind(post.type))?.label ?? ''

/** Id of a row's element, which the shortcuts scroll to. */
const rowId = (id: string) => `beitrag-${id}`

/** One post with everything a decision needs. */
function PostRow({ post, now, decidedBy, current, picked, onCurrent, onPick, onAct }: PostRowProps) {
  const type = postTypeOfKind(post.type)
  return (
    <article
      id={rowId(post.id)}
      className={classNames('queue-row', current && 'queue-row-current')}
      aria-current={current || undefined}
      aria-label={post.title}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <div className="min-w-0">
        <div className="queue-top">
          {!decidedBy && <PickBox name={`„${post.title}“`} picked={picked} onPick={onPick} />}
          <PostTypeBadge type={type} />
          <b>{labelOf(post)}</b>
          {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
          <span className="meta">
            von <Author post={post} /> · <time dateTime={post.created_at}>{relativeTime(post.created_at, now)}</time>
          </span>
          <AuthorRecord post={post} />
          {post.open_reports > 0 && (
            <Link to={reportsPath} className="badge badge-new">
              {post.open_reports === 1 ? '1 Meldung' : `${post.open_reports} Meldungen`}
            </Link>
          )}
        </div>
        <h2 className="type-h3 wrap-anywhere">
          <Link to={postPath({ type, created_at: post.created_at, slug: post.slug })}>{post.title}</Link>
        </h2>
        <PostDetails post={post} />
      </div>
      {decidedBy ? <DecidedByOther by={decidedBy} /> : <PostActions post={post} current={current} onAct={onAct} />}
    </article>
  )
}

function Author({ post }: { post: AdminPost }) {
  if (!post.author_slug) return <b>{post.author_name}</b>
  return (
    <Link to={memberPath(post.author_slug)} className="hover:underline">
      <b>{post.author_name}</b>
    </Link>
  )
}

function AuthorRecord({ post }: { post: AdminPost }) {
  const record = post.author_record
  if (!record) return null
  return (
    <>
      <Badge>{record.posts === 1 ? '1. Beitrag' : `${record.approved} frei, ${record.rejected} abgelehnt`}</Badge>
      {record.warnings > 0 && (
        <Badge kind="outline">{record.warnings === 1 ? '1 Verwarnung' : `${record.warnings} Verwarnungen`}</Badge>
      )}
    </>
  )
}
