import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { accountKey } from '../account-queries.ts'
import { useMember } from '../member.tsx'
import { useIdentityCheck } from '../security/use-identity-check.tsx'
import { TwoFactorCode } from './two-factor-code.tsx'
import { beginEnrolment, type Enrolment, type Factor } from './two-factor-queries.ts'

type Props = { others: Factor[]; onClose: () => void }

const nameMax = 40

/** Two steps: name the device, then scan and prove. An attempt that is left is swept away by the next one. */
export function TwoFactorEnrolDialog({ others, onClose }: Props) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const done = async () => {
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Zwei-Faktor ist an', text: 'Ab jetzt braucht jede Anmeldung den Code.' })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={enrolment ? 'Code scannen' : 'Zwei-Faktor einrichten'}>
      {enrolment ? (
        <TwoFactorCode enrolment={enrolment} onProven={done} />
      ) : (
        <NameDevice others={others} onBegun={setEnrolment} />
      )}
    </Dialog>
  )
}

function NameDevice({ others, onBegun }: { others: Factor[]; onBegun: (enrolment: Enrolment) => void }) {
  const [name, setName] = useState(others.length === 0 ? 'Mein Handy' : `Gerät ${others.length + 1}`)
  const [mistake, setMistake] = useState<string | null>(null)
  const action = useAction()
  const { form, focusMistake } = useMistakeFocus()
  const { guard, dialog } = useIdentityCheck()
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    if (given === '') {
      setMistake('Gib dem Gerät einen Namen.')
      return focusMistake()
    }
    const begun = await action.run(() => guard(async () => onBegun(await beginEnrolment(given))))
    if (!begun) focusMistake()
  }
  return (
    <>
      <form ref={form} noValidate onSubmit={begin} className="grid gap-4">
        <p>
          Du brauchst eine Authenticator-App auf dem Handy, zum Beispiel Aegis, 2FAS oder die deines Passwort-Managers.
        </p>
        <TextField
          label="Name des Geräts"
          name="device"
          maxLength={nameMax}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setMistake(null)
            action.forget()
          }}
          error={mistake ?? action.failure}
          hint="Damit du es später wiedererkennst."
        />
        <p>
          <Button type="submit" variant="hot" disabled={action.busy}>
            {action.busy ? 'Einen Moment …' : 'Weiter'}
          </Button>
        </p>
      </form>
      {dialog}
    </>
  )
}
