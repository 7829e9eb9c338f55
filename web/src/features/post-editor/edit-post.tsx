import type { SavedPost } from '@hot/domain/contract/community'
import { postPath } from '@hot/domain/post/address'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { ownPostQuery } from './api.ts'
import type { OwnPost } from './fields/post-fields.ts'
import { PostForm } from './post-form.tsx'
import { useWriter } from './use-writer.ts'

type Props = {
  id: string
  onSaved: (saved: SavedPost) => void
  /** What stands here when nobody is signed in. */
  guest: ReactNode
}

/** `/trashtalk/bearbeiten/{id}`: an own post, what became of it, and its fields. */
export function EditPost({ guest, ...rest }: Props) {
  const member = useWriter()
  return member ? <OwnPostEditor key={`${member} ${rest.id}`} member={member} {...rest} /> : guest
}

function OwnPostEditor({ member, id, onSaved }: Omit<Props, 'guest'> & { member: string }) {
  const { data: own, isError, refetch } = useQuery(ownPostQuery(member, id))
  if (own === undefined && isError)
    return <ErrorState title="Dein Beitrag konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (own === undefined) return <EditorSkeleton />
  if (own === null)
    return (
      <EmptyState
        emoji="🫥"
        title="Diesen Beitrag findest du nicht."
        text="Er ist gelöscht, oder jemand anders hat ihn geschrieben."
      >
        <Link to="/account/inhalte" className={buttonClass({ variant: 'strong' })}>
          Meine Beiträge
        </Link>
      </EmptyState>
    )
  return (
    <div className="grid gap-6">
      <PostStateNote post={own} />
      <PostForm member={member} type={own.type} own={own} onSaved={onSaved}>
        <Link to="/account/inhalte" className="link">
          Meine Beiträge
        </Link>
      </PostForm>
    </div>
  )
}

/** While the post is on its way. */
function EditorSkeleton() {
  return (
    <div className="grid max-w-180 gap-5" role="status">
      <VisuallyHidden>Dein Beitrag wird geladen</VisuallyHidden>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-48" />
      <Skeleton className="h-12" />
    </div>
  )
}

/** What became of an own post, and what that means for changing it. */
function PostStateNote({ post }: { post: OwnPost }) {
  return (
    <div role="status">
      {post.status === 'pending' && (
        <Note kind="warn">
          <b>Dein Beitrag wird geprüft …</b> Bis dahin sehen ihn nur du und das Team. Meist dauert das kürzer als eine
          Werbepause.
        </Note>
      )}
      {post.status === 'rejected' && (
        <Note kind="warn">
          <p>
            <b>Dein Beitrag wurde abgelehnt.</b> Grund: {post.rejection_reason ?? 'Das Team hat keinen genannt.'}
          </p>
          <p>
            Ändere ihn und schick ihn noch einmal ab. Die Regeln stehen in den{' '}
            <Link to="/community-guidelines" className="link">
              Community-Guidelines
            </Link>
            .
          </p>
        </Note>
      )}
      {post.status === 'approved' && (
        <Note kind="ok">
          <b>Dein Beitrag ist veröffentlicht.</b> Hier{' '}
          <Link to={postPath(post)} className="link">
            steht er
          </Link>
          . Wenn du ihn änderst, schaut das Team vielleicht noch einmal drüber; so lange sehen ihn nur du und das Team.
        </Note>
      )}
    </div>
  )
}
