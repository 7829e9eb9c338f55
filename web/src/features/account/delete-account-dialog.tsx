import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { actionRpc } from '#web/data/action-rpc.ts'
import { refusalOf } from '#web/data/failure-text.ts'
import { signOut } from '#web/data/session-actions.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { removeAllAvatars } from './avatar-upload.ts'
import { useMember } from './member.tsx'
import { useIdentityCheck } from './use-identity-check.tsx'

/** To be typed; short enough for a phone, long enough not to happen. */
const confirmation = 'löschen'

/** The last question. Pictures go when nothing else is in the way, so that turning back loses nothing. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMember()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const action = useAction()
  const { guard, dialog } = useIdentityCheck()

  const erase = async () => {
    try {
      await actionRpc('delete_own_account')
    } catch (error) {
      if (refusalOf(error) !== 'avatars_left') throw error
      await removeAllAvatars(user.id)
      await actionRpc('delete_own_account')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => {
      if (!(await guard(erase))) return
      await signOut('local')
      showToast({ title: 'Dein Account ist gelöscht', text: 'Danke fürs Mitgucken. Lesen kannst du weiterhin alles.' })
      await navigate({ to: '/', ignoreBlocker: true })
    })
  }
  const meant = typed.trim().toLocaleLowerCase('de') === confirmation
  return (
    <>
      <Dialog
        open
        onClose={() => !action.busy && onClose()}
        title="Account wirklich löschen?"
        description="Das lässt sich nicht rückgängig machen, auch nicht vom Team."
      >
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            label={`Tippe „${confirmation}“ ein`}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FormFailure text={action.failure} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={!meant || action.busy}>
              {action.busy ? 'Wird gelöscht …' : 'Endgültig löschen'}
            </Button>
            <Button onClick={onClose} disabled={action.busy}>
              Doch nicht
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
