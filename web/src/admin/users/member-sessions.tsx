import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './member-part.ts'
import { memberRefusals } from './user-texts.ts'

const counted = (sessions: number) =>
  sessions === 0 ? 'Nirgends angemeldet.' : `Angemeldet auf ${sessions} ${sessions === 1 ? 'Gerät' : 'Geräten'}.`

/** Where somebody is signed in, and the way out of all of them, after a stolen password. */
export function MemberSessions({ record: { member, sessions }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  const end = async () => {
    await rpc('admin_end_sessions', { p_id: member.id })
    await onChanged()
    showToast({ title: 'Überall abgemeldet' })
  }
  return (
    <section aria-labelledby="sessions">
      <SectionHead id="sessions" title="Geräte" />
      <p className="mb-3">{counted(sessions)}</p>
      {isOwn && <p className="meta">Deine eigenen beendest du unter Sicherheit in deinem Account.</p>}
      {!isOwn && sessions > 0 && <Button onClick={() => setAsking(true)}>Überall abmelden</Button>}
      {asking && (
        <ConfirmDialog
          title="Überall abmelden?"
          text="Das Mitglied muss sich auf allen Geräten neu anmelden, spätestens in einer Stunde."
          confirm="Abmelden"
          refusals={memberRefusals}
          onConfirm={end}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
