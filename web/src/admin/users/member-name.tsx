import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './member-part.ts'
import { memberRefusals } from './user-texts.ts'

const reasons = ['Beleidigender Nickname.', 'Gibt sich für jemand anderen aus.', 'Auf eigenen Wunsch.']

/** The nickname, changed by the team: with a reason, and the old address redirects. */
export function MemberName({ record: { member }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState('')
  const rename = async (reason: string) => {
    await rpc('admin_rename_member', { p_id: member.id, p_nickname: wanted, p_reason: reason })
    await onChanged()
    showToast({ title: 'Nickname geändert' })
  }
  const ask = () => {
    setWanted(member.nickname ?? '')
    setAsking(true)
  }
  return (
    <section aria-labelledby="nickname">
      <SectionHead id="nickname" title="Nickname" />
      <p className="mb-3">{member.nickname ?? 'Noch keiner ausgesucht.'}</p>
      {isOwn ? (
        <p className="meta">Deinen eigenen änderst du in deinem Profil.</p>
      ) : (
        <Button onClick={ask}>Nickname ändern</Button>
      )}
      <ReasonDialog
        open={asking}
        title="Nickname ändern"
        description="Alte Links auf das Profil führen weiter zum Mitglied."
        templates={reasons}
        confirm="Ändern"
        refusals={memberRefusals}
        onConfirm={rename}
        onClose={() => setAsking(false)}
      >
        <TextField
          label="Neuer Nickname"
          value={wanted}
          maxLength={20}
          autoComplete="off"
          onChange={(event) => setWanted(event.target.value)}
        />
      </ReasonDialog>
    </section>
  )
}
