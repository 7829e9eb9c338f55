import { inviteForm, inviteLimits } from '@hot/domain/member/staff-forms'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { useEntityForm } from '../kit/entity-form.tsx'
import { createInvite, inviteRefusals, invitesKey } from './api.ts'

/** A new code: how often, how long, what for. */
export function NewInvite({ onClose }: { onClose: () => void }) {
  const { userId } = useStaff()
  const form = useEntityForm({
    schema: inviteForm,
    initial: { uses: '1', until: '', note: '' },
    save: createInvite,
    onSaved: (invite) => {
      showToast({ title: `Code ${invite.code}`, text: 'Er steht oben in der Liste.' })
      onClose()
    },
    refusals: inviteRefusals,
    affects: [invitesKey(userId)],
  })
  return (
    <FormDialog busy={form.action.busy} onClose={onClose} title="Neuer Code">
      <form {...form.formProps} className="grid gap-4">
        <TextField
          label="Wie oft darf er eingelöst werden?"
          inputMode="numeric"
          {...form.input('uses')}
          maxLength={6}
        />
        <TextField label="Gilt bis (leer: ohne Ende)" type="date" {...form.input('until')} />
        <TextField label="Notiz (sieht nur das Team)" {...form.input('note')} maxLength={inviteLimits.note} />
        <FormFoot action={form.action} submit="Code machen" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
