import type { SavedPost } from '@hot/domain/contract/community'
import type { PostType } from '@hot/domain/contract/post'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { afterSaving } from './after-saving.ts'
import { CreatePost } from './create-post.tsx'
import { EditPost } from './edit-post.tsx'
import { PostPreview } from './post-preview.tsx'
import type { PreviewOf } from './previewed-post.ts'

const preview: PreviewOf = (post) => <PostPreview post={post} />

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

/** Both editors with the preview; fetched when a member is there, so that guests carry nothing of it. */
export function CreateEditor(props: CreateProps) {
  return <CreatePost {...props} preview={preview} onSaved={useSaved()} />
}

export function EditEditor(props: { id: string; guest: ReactNode }) {
  return <EditPost {...props} preview={preview} onSaved={useSaved()} />
}
