import { writtenAmounts } from '@hot/domain/moderation/decision-texts'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './api.ts'
import { SpamDialog } from './spam-dialog.tsx'
import { memberRefusals, moment } from './texts.ts'

/** The spam of an account: removing it in one step, and restoring it within 30 days. */
export function MemberSpam({ record: { member, spam }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'remove' | 'restore' | null>(null)
  const close = () => setAsking(null)
  const restore = async (reason: string) => {
    const restored = await rpc('admin_restore_spam', { p_id: member.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Wiederhergestellt', text: `Wieder da: ${writtenAmounts(restored)}.` })
  }
  if (isOwn || (member.role !== 'user' && !spam)) return null
  return (
    <section aria-labelledby="spam">
      <SectionHead id="spam" title="Spam" />
      {spam && (
        <div className="mb-3">
          <Callout>
            <p>
              Als Spam entfernt am {moment(spam.removed_at)}: {writtenAmounts(spam)}. Dreißig Tage lang lässt sich das
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
      {asking === 'remove' && <SpamDialog members={[member.id]} onClose={close} />}
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
