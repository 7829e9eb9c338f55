import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './member-part.ts'
import { banText, memberRefusals } from './user-texts.ts'

const lengths = [
  { days: 1, text: '1 Tag' },
  { days: 3, text: '3 Tage' },
  { days: 7, text: '7 Tage' },
  { days: 14, text: '14 Tage' },
  { days: 30, text: '30 Tage' },
  { days: 90, text: '90 Tage' },
  { days: 365, text: '1 Jahr' },
  { days: null, text: 'Auf Dauer' },
] as const
const banReasons = [
  'Wiederholte Beleidigungen trotz Verwarnung.',
  'Hass oder Hetze gegen andere.',
  'Spam oder Werbung.',
  'Veröffentlichung privater Daten anderer.',
]
const unbanReasons = ['Die Sperre war ein Irrtum.', 'Einsicht gezeigt, vorzeitig aufgehoben.']

/** Bans and their end. Both take effect with the next request of the member. */
export function MemberBan({ record: { member }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'ban' | 'unban' | null>(null)
  const [days, setDays] = useState<number | null>(7)
  const standing = banText(member)
  const ban = async (reason: string) => {
    await rpc('admin_ban_member', { p_id: member.id, p_days: days, p_reason: reason })
    await onChanged()
    showToast({ title: 'Gesperrt', text: 'Das Mitglied erfährt Grund, Ende und wie es Einspruch einlegt.' })
  }
  const unban = async (reason: string) => {
    await rpc('admin_unban_member', { p_id: member.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Sperre aufgehoben', text: 'Schreiben geht wieder, sofort.' })
  }
  return (
    <section aria-labelledby="ban">
      <SectionHead id="ban" title="Sperre" />
      <p className="mb-3">{standing ?? 'Nicht gesperrt.'}</p>
      {isOwn ? (
        <p className="meta">Über dich selbst entscheidet jemand anderes aus dem Team.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" onClick={() => setAsking('ban')}>
            {standing ? 'Sperre ändern' : 'Sperren'}
          </Button>
          {standing && <Button onClick={() => setAsking('unban')}>Sperre aufheben</Button>}
        </div>
      )}
      <ReasonDialog
        open={asking === 'ban'}
        title="Mitglied sperren"
        description="Wer gesperrt ist, liest weiter, schreibt aber nichts mehr, außer Meldungen und einem Einspruch."
        templates={banReasons}
        confirm="Sperren"
        danger
        refusals={memberRefusals}
        onConfirm={ban}
        onClose={() => setAsking(null)}
      >
        <SelectField
          label="Dauer"
          value={days ?? ''}
          onChange={(event) => setDays(event.target.value === '' ? null : Number(event.target.value))}
        >
          {lengths.map((length) => (
            <option key={length.text} value={length.days ?? ''}>
              {length.text}
            </option>
          ))}
        </SelectField>
      </ReasonDialog>
      <ReasonDialog
        open={asking === 'unban'}
        title="Sperre aufheben"
        templates={unbanReasons}
        confirm="Aufheben"
        refusals={memberRefusals}
        onConfirm={unban}
        onClose={() => setAsking(null)}
      />
    </section>
  )
}
