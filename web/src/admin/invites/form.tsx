import { berlinInstant } from '@hot/domain/time/berlin-time'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { inviteRefusals, invitesKey } from './api.ts'

const wrongUses = 'Gib eine Zahl von 1 bis 100.000 ein.'

/** A new code: how often, how long, what for. */
export function NewInvite({ onClose }: { onClose: () => void }) {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const action = useAction(inviteRefusals)
  const { form, focusMistake } = useMistakeFocus()
  const [uses, setUses] = useState('1')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)

  const create = async () => {
    const invite = await rpc('admin_create_invite', {
      p_max_uses: Number(uses),
      // The chosen day counts to its end.
      p_expires_at: until ? berlinInstant(until, '23:59:59').toISOString() : null,
      p_note: note,
    })
    await queryClient.invalidateQueries({ queryKey: invitesKey(userId) })
    showToast({ title: `Code ${invite.code}`, text: 'Er steht oben in der Liste.' })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isNumber = /^\d{1,6}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= 100_000
    setMistake(isNumber ? null : wrongUses)
    if (!isNumber) return focusMistake()
    if (await action.run(create)) onClose()
  }
  return (
    <FormDialog busy={action.busy} onClose={onClose} title="Neuer Code">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Wie oft darf er eingelöst werden?"
          inputMode="numeric"
          value={uses}
          maxLength={6}
          error={mistake}
          onChange={(event) => setUses(event.target.value)}
        />
        <TextField
          label="Gilt bis (leer: ohne Ende)"
          type="date"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <TextField
          label="Notiz (sieht nur das Team)"
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormFoot action={action} submit="Code machen" onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
