import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './member-part.ts'
import { memberRefusals } from './user-texts.ts'
import { usersPath } from './users-paths.ts'

const reasons = ['Auf eigenen Wunsch.', 'Fake-Account.', 'Spam-Account.']

/** The end of an account, and what that means. */
export function DeleteMember({ record: { member, posts, comments }, isOwn, onChanged }: MemberPartProps) {
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const remove = async (reason: string) => {
    await rpc('admin_delete_member', { p_id: member.id, p_reason: reason })
    showToast({ title: 'Account gelöscht' })
    await router.navigate({ to: usersPath, replace: true, ignoreBlocker: true })
    await onChanged()
  }
  return (
    <section aria-labelledby="delete">
      <SectionHead id="delete" title="Account löschen" />
      {isOwn ? (
        <p className="meta">Deinen eigenen löschst du unter Daten in deinem Account.</p>
      ) : (
        <>
          <p className="mb-3">
            Name, Adresse, Bild, Stimmen und Reaktionen verschwinden für immer. Freigegebene Beiträge ({posts}) und
            Kommentare ({comments}) bleiben ohne Namen stehen. Wartende und abgelehnte Beiträge gehen mit.
          </p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Account löschen
          </Button>
        </>
      )}
      <ReasonDialog
        open={asking}
        title="Account endgültig löschen?"
        description="Das lässt sich nicht zurücknehmen, auch nicht aus dem Archiv."
        templates={reasons}
        confirm="Endgültig löschen"
        danger
        refusals={memberRefusals}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
