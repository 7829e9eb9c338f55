import type { SavedPost } from '@hot/domain/contract/community'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { ownPostQuery } from './own-post-query.ts'
import { PostForm } from './post-form.tsx'
import { PostStateNote } from './post-state-callout.tsx'
import type { PreviewOf } from './previewed-post.ts'
import { useWriter } from './use-writer.ts'

type Props = {
  id: string
  preview: PreviewOf
  onSaved: (saved: SavedPost) => void
  /** What stands here when nobody is signed in. */
  guest: ReactNode
}

/** `/trashtalk/bearbeiten/{id}`: an own post, what became of it, and its fields. */
export function EditPost({ guest, ...rest }: Props) {
  const member = useWriter()
  return member ? <OwnPostEditor key={`${member} ${rest.id}`} member={member} {...rest} /> : guest
}

function OwnPostEditor({ member, id, preview, onSaved }: Omit<Props, 'guest'> & { member: string }) {
  const { data: own, isError, refetch } = useQuery(ownPostQuery(member, id))
  if (own === undefined && isError)
    return <ErrorState title="Dein Beitrag konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (own === undefined) return <EditorSkeleton label="Dein Beitrag wird geladen" />
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
      <PostForm member={member} type={own.type} own={own} preview={preview} onSaved={onSaved}>
        <Link to="/account/inhalte" className="link">
          Meine Beiträge
        </Link>
      </PostForm>
    </div>
  )
}
