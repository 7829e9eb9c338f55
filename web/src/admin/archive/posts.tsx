import type { ArchivedPost } from '@hot/domain/contract/admin/posts'
import { postKinds, postPath } from '@hot/domain/post/address'
import { restoreOutcomeText } from '@hot/domain/post/moderation'
import { longDateTime } from '@hot/domain/time/german-date'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout, EmptyState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { listQuery } from '../kit/list.tsx'
import { Restorable } from './restorable.tsx'

export const archiveTabs = [
  { value: 'wiederherstellbar', label: 'Wiederherstellbar', state: 'restorable' },
  { value: 'wiederhergestellt', label: 'Wiederhergestellt', state: 'restored' },
  { value: 'alle', label: 'Alle', state: null },
] as const satisfies readonly { value: string; label: string; state: ArchivedPost['state'] | null }[]

export type ArchiveTab = (typeof archiveTabs)[number]['value']
export const standardTab: ArchiveTab = 'wiederherstellbar'

type PostsProps = { tab: ArchiveTab; query: string | undefined }

const archiveQuery = ({ tab, query }: PostsProps) =>
  listQuery(['admin', 'archive', tab, query ?? null], 'admin_archive_page', {
    p_state: archiveTabs.find(({ value }) => value === tab)?.state ?? null,
    p_query: query,
    p_limit: 20,
  })

/** Deleted posts, latest first. */
export function ArchivedPosts({ tab, query }: PostsProps) {
  const list = useInfiniteQuery(archiveQuery({ tab, query }))
  const [restoring, setRestoring] = useState<ArchivedPost | null>(null)
  return (
    <>
      <PagedList
        list={list}
        loading="Archiv wird geladen"
        failed="Das Archiv konnte nicht geladen werden"
        empty={
          <EmptyState
            emoji="🗄️"
            title={query ? 'Dazu liegt hier kein Beitrag.' : 'Hier liegt kein Beitrag.'}
            text={query ? 'Such mit einem anderen Wort aus dem Titel.' : undefined}
          />
        }
        more="Mehr Beiträge"
      >
        {(posts) => (
          <div className="archive">
            {posts.map((post) => (
              <ArchiveRow key={post.id} post={post} onRestore={() => setRestoring(post)} />
            ))}
          </div>
        )}
      </PagedList>
      {restoring && <RestoreDialog post={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

type ArchiveRowProps = { post: ArchivedPost; onRestore: () => void }

const statusWords = {
  approved: 'war öffentlich',
  pending: 'war noch nicht freigegeben',
  rejected: 'war abgelehnt',
} as const

/** A deleted post in full, with who deleted it and why. */
function ArchiveRow({ post, onRestore }: ArchiveRowProps) {
  return (
    <article className="archive-row" aria-label={post.title}>
      <div className="archive-top">
        <PostTypeBadge type={post.type} />
        <b>{postKinds.find(({ type }) => type === post.type)?.label}</b>
        <span className="meta">
          von <b>{post.author_name}</b>, {longDateTime(post.created_at)}, {statusWords[post.status]}
        </span>
        {post.by_author && <Badge>Selbst gelöscht</Badge>}
      </div>
      <h2 className="type-h3 wrap-anywhere">{post.title}</h2>
      {post.content !== '' && (
        <details>
          <summary className="link">Text lesen</summary>
          <p className="wrap-anywhere">
            <UserText text={post.content} />
          </p>
        </details>
      )}
      <p className="meta num">
        {`${formatCount(post.comments)} Kommentare · ${formatCount(post.votes)} Stimmen · ${formatCount(post.reactions)} Reaktionen`}
      </p>
      <Callout>
        <b>Gelöscht</b>
        <span>{` von ${post.by_author ? post.author_name : (post.archived_by_name ?? 'Unbekannt')}, ${longDateTime(post.archived_at)}. Grund: ${post.reason}`}</span>
      </Callout>
      <Outcome post={post} onRestore={onRestore} />
    </article>
  )
}

function Outcome({ post, onRestore }: ArchiveRowProps) {
  if (post.state === 'restored')
    return (
      <p>
        <b className="text-ok">Wiederhergestellt</b>
        <span>{` von ${post.restored_by_name ?? 'Unbekannt'}${post.restored_at ? `, ${longDateTime(post.restored_at)}` : ''}`}</span>
      </p>
    )
  if (post.state === 'present')
    return (
      <p>
        <span>Der Beitrag ist da. </span>
        {post.status === 'approved' && (
          <Link to={postPath(post)} className="link">
            Ansehen
          </Link>
        )}
      </p>
    )
  if (post.state === 'expired') return <p className="meta">Nicht mehr wiederherstellbar. Die Frist ist vorbei.</p>
  return (
    <Restorable
      note="Wiederherstellbar bis"
      until={post.restorable_until}
      verb="Wiederherstellen"
      name={post.title}
      onRestore={onRestore}
    />
  )
}

type RestoreDialogProps = { post: ArchivedPost; onClose: () => void }

/** Restores a deleted post, with everything attached to it. */
function RestoreDialog({ post, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const restore = async (reason: string) => {
    const outcome = await rpc('admin_restore_post', { p_archive_id: post.id, p_reason: reason })
    const text = restoreOutcomeText(outcome)
    showToast(
      text ? { title: text, kind: 'error' } : { title: 'Wiederhergestellt.', text: `„${post.title}“ ist wieder da.` },
    )
    for (const queryKey of [['admin'], ['posts'], ['home']]) void queryClient.invalidateQueries({ queryKey })
  }
  return (
    <ReasonDialog
      title="Beitrag wiederherstellen"
      description={`„${post.title}“ kommt zurück, wie er war: mit Adresse, Stimmen und Kommentaren.`}
      reasons="restore_post"
      confirm="Wiederherstellen"
      onConfirm={restore}
      onClose={onClose}
    >
      {post.by_author && (
        <Callout kind="warn">
          <b>Selbst gelöscht.</b> Hol ihn nur zurück, wenn {post.author_name} dich darum bittet.
        </Callout>
      )}
    </ReasonDialog>
  )
}
