import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { postPath } from '@hot/domain/post/address'
import { editPostPath } from '@hot/domain/url/paths'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CreatePost } from './create-post.tsx'
import { EditPost } from './edit-post.tsx'

/** Where to go once a post has arrived, and what is said on the way. */
export function afterSaving(saved: SavedPost): { path: string; title: string; text: string } {
  if (saved.status === 'approved')
    return { path: postPath(saved), title: 'Veröffentlicht', text: 'Dein Beitrag ist online.' }
  if (saved.status === 'rejected')
    return {
      path: editPostPath(saved.id),
      title: 'Noch abgelehnt',
      text: 'Erst wenn du etwas änderst, schaut sich das Team den Beitrag noch einmal an.',
    }
  return {
    path: editPostPath(saved.id),
    title: 'Abgeschickt',
    text: 'Dein Beitrag wird geprüft. Du findest ihn unter „Meine Inhalte“.',
  }
}

/** To the post, or to the page that says it is being checked. */
function useSaved(): (saved: SavedPost) => void {
  const router = useRouter()
  return (saved) => {
    const { path, title, text } = afterSaving(saved)
    showToast({ title, text })
    void router.navigate({ to: path })
  }
}

type CreateProps = { type: PostType; onType: (type: PostType) => void; guest: ReactNode }

/** Both editors; fetched when a member is there, so that guests carry nothing of it. */
export function CreateEditor(props: CreateProps) {
  return <CreatePost {...props} onSaved={useSaved()} />
}

export function EditEditor(props: { id: string; guest: ReactNode }) {
  return <EditPost {...props} onSaved={useSaved()} />
}
