import type { OwnComment, OwnPost, PostRevision } from '@hot/domain/contract/account/content'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { editPostPath } from '@hot/domain/url/paths'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AppealLink } from '#web/entities/post/appeal-link.tsx'
import { kindLabel, PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { PostLayout } from '#web/entities/post/post-card.tsx'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button, buttonClass, Segmented } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from './account-layout.tsx'
import { accountKey, ownCommentsQuery, ownPostsQuery } from './api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ListSkeleton } from './skeletons.tsx'

/** `/account/inhalte`: the member's posts and comments, in two lists, each with its own URL. */
export function OwnContentLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHead title="Meine Inhalte" intro="Was du gesagt hast. Und was daraus wurde." />
      <Segmented label="Meine Inhalte">
        <Link to="/account/inhalte" activeOptions={{ exact: true }} resetScroll={false}>
          Beiträge
        </Link>
        <Link to="/account/inhalte/kommentare" resetScroll={false}>
          Kommentare
        </Link>
      </Segmented>
      <div className="mt-6 max-w-192">{children}</div>
    </>
  )
}

/** All of the member's posts, with their status. */
export function OwnPosts() {
  const { user } = useMember()
  const [now] = useState(() => serverInstant())
  const list = useInfiniteQuery(ownPostsQuery(user.id))
  const [deleted, setDeleted] = useState<OwnPost | null>(null)
  const posts = (
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
        <div>
          {posts.map((post) => (
            <OwnPostRow key={post.id} post={post} now={now} onDeleted={() => setDeleted(post)} />
          ))}
        </div>
      )}
    </PagedList>
  )
  return (
    <>
      <div role="status">
        {deleted && <DeletedPost key={deleted.id} post={deleted} onDone={() => setDeleted(null)} />}
      </div>
      {posts}
    </>
  )
}

/** Just deleted, which can be undone here. Takes the focus, because the pressed button is gone with its post. */
function DeletedPost({ post, onDone }: { post: OwnPost; onDone: () => void }) {
  const refresh = useRefreshPosts()
  const [failure, setFailure] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { busy, run } = useWrite(() => rpc('restore_own_post', { p_id: post.id }), {
    onDone: async (isBack) => {
      await refresh()
      if (isBack) return onDone()
      setFailure(
        'Der Beitrag lässt sich nicht mehr zurückholen. Das geht eine Stunde lang, und bei jedem Beitrag einmal am Tag.',
      )
    },
    onFailed: (error) => setFailure(failureText(error)),
  })
  return (
    <Callout>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          <b>Gelöscht:</b> „{post.title}“
        </p>
        <Button small ref={button} busy={busy} onClick={() => void run()}>
          Rückgängig
        </Button>
      </div>
      {failure && <p role="alert">{failure}</p>}
    </Callout>
  )
}

/** Returns a function that refetches everything that shows posts. */
function useRefreshPosts(): () => Promise<void> {
  const { user } = useMember()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [accountKey(user.id), ['posts'], ['home']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
  }
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

type RowProps = { post: OwnPost; now: string; onDeleted: () => void }

/** One of the member's posts with its status. Only its author and staff see the page of one that is not approved. */
function OwnPostRow({ post, now, onDeleted }: RowProps) {
  return (
    <PostLayout
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
      title={<Link to={postPath(post)}>{post.title}</Link>}
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
      <Callout>
        <p>
          <b>Grund:</b> <span>{post.rejection_reason ?? 'Das Team hat keinen genannt.'}</span>
        </p>
        <p>
          Die Regeln stehen in den{' '}
          <Link to="/community-guidelines" className="link">
            Community-Guidelines
          </Link>
          .
        </p>
        <AppealLink decision={post.decision} />
      </Callout>
    )
  const parts = [
    countOf(post.hearts, 'Herz', 'Herzen'),
    countOf(post.comments, 'Kommentar', 'Kommentare'),
    ...(post.type === 'discussion' ? [] : [countOf(post.votes, 'Stimme', 'Stimmen')]),
  ]
  return (
    <>
      <p className="meta">{parts.join(' · ')}</p>
      {post.revision && <Revision revision={post.revision} />}
    </>
  )
}

/** A change of the post; the post itself is online as before. */
function Revision({ revision }: { revision: PostRevision }) {
  if (revision.status === 'pending')
    return <p className="meta">Deine Änderung wird geprüft. Bis dahin steht die alte Fassung da.</p>
  return (
    <Callout>
      <p>
        <b>Deine Änderung wurde abgelehnt.</b> Grund: {revision.reason}
      </p>
      <AppealLink decision={revision.decision} />
    </Callout>
  )
}

const statusBadges = {
  pending: { icon: Clock, word: 'Wird geprüft', className: 'stamp-unverified' },
  approved: { icon: Check, word: 'Veröffentlicht', className: 'stamp-verified' },
  rejected: { icon: X, word: 'Abgelehnt', className: 'stamp-debunked' },
} as const

/** The moderation status: an icon, always with a text label. */
function PostStatus({ status }: { status: OwnPost['status'] }) {
  const { icon, word, className } = statusBadges[status]
  return (
    <b className={`stamp ${className}`}>
      <Icon of={icon} size={16} />
      {word}
    </b>
  )
}

/** The author's actions on a post. `onDeleted`: the post has been removed from the lists. */
function OwnPostActions({ post, onDeleted }: { post: OwnPost; onDeleted: () => void }) {
  const refresh = useRefreshPosts()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    // Resolves with false if the post was deleted already, for example in another tab, which is fine.
    await rpc('delete_own_post', { p_id: post.id })
    await refresh()
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
          text={`„${post.title}“ verschwindet mit allen Stimmen und ${countOf(post.comments, 'Kommentar', 'Kommentaren')}. Rückgängig machen kannst du das nur, solange du auf dieser Seite bleibst, und höchstens eine Stunde lang.`}
          confirm="Löschen"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** The member's own comments, each with its post. */
export function OwnComments() {
  const { user } = useMember()
  const [now] = useState(() => serverInstant())
  const list = useInfiniteQuery(ownCommentsQuery(user.id))
  return (
    <PagedList
      list={list}
      loading="Deine Kommentare werden geladen"
      failed="Deine Kommentare konnten nicht geladen werden"
      skeleton={<ListSkeleton />}
      empty={<EmptyState emoji="🤫" title="Noch kein Wort. Genießt und schweigt." />}
      more="Mehr Kommentare"
      end="Alle geladen. Das hast du wirklich alles gesagt."
    >
      {(comments) => (
        <ul>
          {comments.map((comment) => (
            <Row key={comment.id} comment={comment} now={now} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Row({ comment, now }: { comment: OwnComment; now: string }) {
  return (
    <li className="grid gap-2 border-t border-rule py-4 first:border-t-0">
      <p className="meta flex flex-wrap items-center gap-2">
        <Place comment={comment} />
        <time dateTime={comment.created_at}>{relativeTime(comment.created_at, now)}</time>
        {comment.edited_at && <span>bearbeitet</span>}
      </p>
      <p className="prose whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <p className="meta">{countOf(comment.hearts, 'Herz', 'Herzen')}</p>
    </li>
  )
}

function Place({ comment: { id, post } }: { comment: OwnComment }) {
  if (!post) return <i>[Gelöschter Beitrag]</i>
  return (
    <>
      <PostTypeBadge type={post.type} />
      <Link to={postPath(post)} search={{ kommentar: id }} hash={`kommentar-${id}`} className="link">
        {post.title}
      </Link>
    </>
  )
}
