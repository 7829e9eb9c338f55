import { memberRole } from '@hot/domain/contract/admin/users'
import { choiceParam } from '@hot/domain/url/search-param'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import type { MemberPartProps } from './member-part.ts'
import { memberRefusals, roleNames } from './user-texts.ts'

const what = {
  user: 'Ohne Zutritt zum Admin-Bereich. Gilt sofort, auch in offenen Fenstern.',
  moderator: 'Moderiert, pflegt Inhalte, sperrt bis zu 30 Tage. Sieht keine E-Mail-Adressen von Mitgliedern.',
  admin: 'Darf alles: Rollen, Löschen, Einstellungen, Sperren auf Dauer.',
} as const

/** The role. Nobody changes their own, so an admin is always left. */
export function MemberRoleForm({ record: { member, is_last_admin }, isOwn, onChanged }: MemberPartProps) {
  const [role, setRole] = useState(member.role)
  const [asking, setAsking] = useState(false)
  const change = async (reason: string) => {
    await rpc('admin_set_role', { p_id: member.id, p_role: role, p_reason: reason })
    await onChanged()
    showToast({ title: `Rolle ist jetzt ${roleNames[role]}` })
  }
  return (
    <section aria-labelledby="role">
      <SectionHead id="role" title="Rolle" />
      {isOwn ? (
        <p>
          {roleNames[member.role]}.{' '}
          {is_last_admin
            ? 'Du bist der letzte Admin. Gib erst jemand anderem diese Rolle.'
            : 'Deine eigene Rolle ändert jemand anderes aus dem Team.'}
        </p>
      ) : (
        <div className="grid gap-3">
          <SelectField
            label="Rolle"
            hint={what[role]}
            value={role}
            onChange={(event) => setRole(choiceParam(event.target.value, memberRole.options) ?? member.role)}
          >
            {memberRole.options.map((option) => (
              <option key={option} value={option}>
                {roleNames[option]}
              </option>
            ))}
          </SelectField>
          <div>
            <Button disabled={role === member.role} onClick={() => setAsking(true)}>
              Rolle ändern
            </Button>
          </div>
        </div>
      )}
      <ReasonDialog
        open={asking}
        title={`Rolle ${roleNames[role]} geben?`}
        description={what[role]}
        confirm="Rolle ändern"
        required={false}
        refusals={memberRefusals}
        onConfirm={change}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
