import type { OwnPost } from '@hot/domain/contract/account/content'
import { postKinds, postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { editPostPath } from '@hot/domain/url/paths'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { PostFrame } from '#web/entities/post/post-card.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from '../account-frame.tsx'
import { accountKey, ownPostsQuery } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ListSkeleton } from '../skeletons.tsx'

/** All of one's posts, whatever became of them. */
export function OwnPosts() {
  const { user } = useMember()
  const [now] = useState(() => new Date().toISOString())
  const rows = useRef<HTMLDivElement>(null)
  const list = useInfiniteQuery(ownPostsQuery(user.id))
  return (
    <PagedList
      list={list}
      loading="Deine Beiträge werden geladen"
      failed="Deine Beiträge konnten nicht geladen werden"
      skeleton={<ListSkeleton />}
      empty={<NoPosts />}
      more="Mehr Beiträge"
      end="Alle geladen. Tiefer fällt hier niemand."
    >
      {(posts) => (
        // The button that was pressed goes with its post; the focus stays where the list is.
        <div ref={rows} tabIndex={-1}>
          {posts.map((post) => (
            <OwnPostRow key={post.id} post={post} now={now} onDeleted={() => rows.current?.focus()} />
          ))}
        </div>
      )}
    </PagedList>
  )
}

function NoPosts() {
  return (
    <EmptyState emoji="✍️" title="Noch nichts geschrieben." text="Verdächtig ruhig hier. Weißt du was?">
      <Link to="/trashtalk" className={buttonClass({ variant: 'hot' })}>
        Zum Trashtalk
      </Link>
    </EmptyState>
  )
}

const kindLabel = (type: OwnPost['type']) => postKinds.find((kind) => kind.type === type)?.label ?? ''
const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

type RowProps = { post: OwnPost; now: string; onDeleted: () => void }

/** One's own post with what became of it. Only an approved one has an address for all; the others open for the author. */
function OwnPostRow({ post, now, onDeleted }: RowProps) {
  return (
    <PostFrame
      level={2}
      top={
        <>
          <PostTypeBadge type={post.type} />
          <b>{kindLabel(post.type)}</b>
          <PostStatus status={post.status} />
          <time className="post-age" dateTime={post.created_at}>
            {relativeTime(post.created_at, now)}
          </time>
        </>
      }
      title={<Link to={post.status === 'approved' ? postPath(post) : editPostPath(post.id)}>{post.title}</Link>}
      excerpt={post.excerpt}
      vote={
        <>
          <Outcome post={post} />
          <OwnPostActions post={post} onDeleted={onDeleted} />
        </>
      }
    />
  )
}

function Outcome({ post }: { post: OwnPost }) {
  if (post.status === 'pending') return <p className="meta">Wird geprüft. Meist schneller als eine Werbepause.</p>
  if (post.status === 'rejected')
    return (
      <Note>
        <p>
          <b>Grund:</b> {post.rejection_reason ?? 'Das Team hat keinen genannt.'}
        </p>
        <p>
          Die Regeln stehen in den{' '}
          <Link to="/community-guidelines" className="link">
            Community-Guidelines
          </Link>
          .
        </p>
      </Note>
    )
  const parts = [
    counted(post.hearts, 'Herz', 'Herzen'),
    counted(post.comments, 'Kommentar', 'Kommentare'),
    ...(post.type === 'discussion' ? [] : [counted(post.votes, 'Stimme', 'Stimmen')]),
  ]
  return <p className="meta">{parts.join(' · ')}</p>
}

const looks = {
  pending: { icon: Clock, word: 'Wird geprüft', className: 'stamp-unverified' },
  approved: { icon: Check, word: 'Veröffentlicht', className: 'stamp-verified' },
  rejected: { icon: X, word: 'Abgelehnt', className: 'stamp-debunked' },
} as const

/** What the team decided: a sign and always the word. */
function PostStatus({ status }: { status: OwnPost['status'] }) {
  const { icon, word, className } = looks[status]
  return (
    <b className={`stamp ${className}`}>
      <Icon of={icon} size={16} />
      {word}
    </b>
  )
}

/** What the author can do with a post. `onDeleted`: it is gone from the lists from now on. */
function OwnPostActions({ post, onDeleted }: { post: OwnPost; onDeleted: () => void }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    // False: another tab was faster. What was wanted is done.
    await rpc('delete_own_post', { p_id: post.id })
    await Promise.all(
      [accountKey(user.id), ['posts'], ['home']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
    showToast({ title: 'Gelöscht', text: `„${post.title}“ ist weg.` })
    onDeleted()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to={editPostPath(post.id)}
        className={buttonClass({ small: true })}
        aria-label={`${post.title}: bearbeiten`}
      >
        Bearbeiten
      </Link>
      <Button small variant="quiet" aria-label={`${post.title}: löschen`} onClick={() => setAsking(true)}>
        Löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title="Beitrag löschen?"
          text={`„${post.title}“ verschwindet mit allen Stimmen und Kommentaren. Zurückholen kannst du ihn nicht.`}
          confirm="Löschen"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
