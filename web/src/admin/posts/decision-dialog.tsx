import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { deletionTemplates, rejectionTemplates } from '@hot/domain/post/moderation'
import { ReasonDialog } from '../kit/dialogs.tsx'

type Props = {
  decision: 'reject' | 'delete'
  posts: readonly AdminPost[]
  onReason: (reason: string) => void
  onClose: () => void
}

const about = (posts: readonly AdminPost[]) =>
  posts.length === 1 ? `„${posts[0]?.title}“ von ${posts[0]?.author_name}` : `${posts.length} Beiträge`

/** Asks for the reason of a rejection or deletion. The author reads it. */
export function DecisionDialog({ decision, posts, onReason, onClose }: Props) {
  const decide = async (reason: string) => onReason(reason)
  if (decision === 'reject')
    return (
      <ReasonDialog
        open
        title={posts.length === 1 ? 'Beitrag ablehnen' : 'Beiträge ablehnen'}
        description={`${about(posts)}. Den Grund bekommt, wer geschrieben hat.`}
        templates={rejectionTemplates}
        confirm="Ablehnen"
        message="Bitte gib einen Grund für die Ablehnung an."
        onConfirm={decide}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      open
      title={posts.length === 1 ? 'Beitrag löschen' : 'Beiträge löschen'}
      description={`${about(posts)}. Stimmen und Kommentare gehen mit. Im Archiv bleibt alles 30 Tage wiederherstellbar.`}
      templates={deletionTemplates}
      confirm="Löschen"
      danger
      onConfirm={decide}
      onClose={onClose}
    />
  )
}
