import type { OwnPost } from '@hot/domain/contract/account/content'
import { editPostPath } from '@hot/domain/url/paths'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonClass } from '#web/ui/controls/button-class.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { accountKey } from '../account-queries.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useMember } from '../member.tsx'

/** What the author can do with a post. `onDeleted`: it is gone from the lists from now on. */
export function OwnPostActions({ post, onDeleted }: { post: OwnPost; onDeleted: () => void }) {
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
