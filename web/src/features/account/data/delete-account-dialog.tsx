import { deletionSchema, deletionWord, isDeletionWord } from '@hot/domain/auth/security-form'
import { useNavigate } from '@tanstack/react-router'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-frame.tsx'
import { removeAllAvatars } from '../profile/api.ts'
import { useIdentityCheck } from '../security/identity-check.tsx'

/** The last question. Pictures go when nothing else is in the way, so that turning back loses nothing. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMember()
  const navigate = useNavigate()
  const form = useZodForm(deletionSchema, { confirmation: '' })
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
  const { busy, failure, run } = useWrite(async () => {
    if (!(await guard(erase))) return
    await signOut('local')
    showToast({ title: 'Dein Account ist gelöscht', text: 'Danke fürs Mitgucken. Lesen kannst du weiterhin alles.' })
    await navigate({ to: '/', ignoreBlocker: true })
  })
  return (
    <>
      <Dialog
        open
        onClose={() => !busy && onClose()}
        title="Account wirklich löschen?"
        description="Das lässt sich nicht rückgängig machen, auch nicht vom Team."
      >
        <form {...form.formProps(() => run())} className="grid gap-4">
          <TextField
            label={`Tippe „${deletionWord}“ ein`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.input('confirmation')}
          />
          <FormFailure text={failure} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={!isDeletionWord(form.watch('confirmation')) || busy}>
              {busy ? 'Wird gelöscht …' : 'Endgültig löschen'}
            </Button>
            <Button onClick={onClose} disabled={busy}>
              Doch nicht
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
