import type { ArchivedPost } from '@hot/domain/contract/admin/posts'
import { restoreOutcomeText, restoreTemplates } from '@hot/domain/post/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ReasonDialog } from '../kit/dialogs.tsx'

type Props = { post: ArchivedPost; onClose: () => void }

const refusals = { not_allowed: 'Nicht berechtigt - bitte erneut anmelden' }

/** Brings a deleted post back, with everything that hung on it. */
export function RestoreDialog({ post, onClose }: Props) {
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
      open
      title="Beitrag wiederherstellen"
      description={`„${post.title}“ kommt zurück, wie er war: mit Adresse, Stimmen und Kommentaren.`}
      templates={restoreTemplates}
      confirm="Wiederherstellen"
      refusals={refusals}
      onConfirm={restore}
      onClose={onClose}
    >
      {post.by_author && (
        <Note kind="warn">
          <b>Selbst gelöscht.</b> Hol ihn nur zurück, wenn {post.author_name} dich darum bittet.
        </Note>
      )}
    </ReasonDialog>
  )
}
