import type { SpamAnswer } from '@hot/domain/contract/admin/users'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { ConfirmDialog, ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './api.ts'
import { memberRefusals, moment } from './texts.ts'

/** `3 Beiträge und ein Kommentar` */
const amounts = ({ posts, comments }: SpamAnswer): string =>
  `${posts === 1 ? 'ein Beitrag' : `${posts} Beiträge`} und ${comments === 1 ? 'ein Kommentar' : `${comments} Kommentare`}`

type DialogProps = {
  /** The account's id. */
  member: string
  onDone: () => unknown
  onClose: () => void
}

/** Bans an account and removes everything it wrote, after a question. */
export function SpamDialog({ member, onDone, onClose }: DialogProps) {
  const remove = async () => {
    const removed = await rpc('admin_ban_spammer', { p_id: member })
    await onDone()
    showToast({ title: 'Gesperrt und aufgeräumt', text: `Entfernt: ${amounts(removed)}.` })
  }
  return (
    <ConfirmDialog
      title="Sperren und alles entfernen?"
      text="Beiträge verschwinden mit allem, was andere darunter geschrieben haben. Kommentare bleiben als Lücke in der Runde. Offene Meldungen dazu sind erledigt. Dreißig Tage lang lässt sich das zurücknehmen."
      confirm="Sperren und entfernen"
      danger
      refusals={memberRefusals}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** The spam of an account: removing it in one step, and restoring it within 30 days. */
export function MemberSpam({ record: { member, spam }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'remove' | 'restore' | null>(null)
  const close = () => setAsking(null)
  const restore = async (reason: string) => {
    const restored = await rpc('admin_restore_spam', { p_id: member.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Wiederhergestellt', text: `Wieder da: ${amounts(restored)}.` })
  }
  if (isOwn || (member.role !== 'user' && !spam)) return null
  return (
    <section aria-labelledby="spam">
      <SectionHead id="spam" title="Spam" />
      {spam && (
        <div className="mb-3">
          <Callout>
            <p>
              Als Spam entfernt am {moment(spam.removed_at)}: {amounts(spam)}. Dreißig Tage lang lässt sich das
              zurücknehmen.
            </p>
            <p className="mt-2">
              <Button small onClick={() => setAsking('restore')}>
                Alles wiederherstellen
              </Button>
            </p>
          </Callout>
        </div>
      )}
      <p className="mb-3">Sperrt auf Dauer und entfernt jeden Beitrag und jeden Kommentar dieses Accounts.</p>
      <Button variant="danger" onClick={() => setAsking('remove')}>
        Spam: alles entfernen
      </Button>
      {asking === 'remove' && <SpamDialog member={member.id} onDone={onChanged} onClose={close} />}
      {asking === 'restore' && (
        <ReasonDialog
          title="Sperre aufheben und alles wiederherstellen?"
          reasons="restore_spam"
          confirm="Wiederherstellen"
          refusals={memberRefusals}
          onConfirm={restore}
          onClose={close}
        />
      )}
    </section>
  )
}
