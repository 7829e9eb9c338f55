import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../member.tsx'
import { removeAllAvatars } from '../profile/avatar-upload.ts'
import { useIdentityCheck } from '../security/use-identity-check.tsx'

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
      await rpc('delete_own_account')
    } catch (error) {
      if (refusalOf(error) !== 'avatars_left') throw error
      await removeAllAvatars(user.id)
      await rpc('delete_own_account')
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
