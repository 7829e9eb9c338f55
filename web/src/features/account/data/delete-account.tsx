import { deletionSchema, deletionWord, isDeletionWord } from '@hot/domain/auth/security-form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { forgetExistingUser } from '#web/platform/storage/existing-user.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CheckField, TextField } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-layout.tsx'
import { accountQuery } from '../api.ts'
import { removeAllAvatars } from '../profile/api.ts'
import { useIdentityCheck } from '../security/identity-check.tsx'

/** Explains up front what will be deleted and what remains. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  const { user } = useMember()
  const isBanned = Boolean(useQuery(accountQuery(user.id)).data?.ban)
  return (
    <div className="grid justify-items-start gap-4">
      <div className="prose">
        <p>Auf HoT geschieht das sofort, und niemand kann es zurücknehmen:</p>
        <ul>
          <li>
            <b>Weg:</b> Profil, Bild, E-Mail-Adresse, Stimmen, Reaktionen, Fan-Herzen, Karma, Benachrichtigungen und
            alle Anmeldungen.
          </li>
          <li>
            <b>Auch weg:</b> Beiträge, die noch geprüft werden oder abgelehnt sind.
          </li>
          <li>
            <b>Bleibt ohne Namen:</b> veröffentlichte Beiträge und Kommentare. Als Autor steht dort „Unbekannt“. Willst
            du sie auch löschen, kannst du das gleich wählen.
          </li>
          <li>
            <b>Bleibt höchstens drei Jahre, ohne deinen Namen:</b> was gemeldet und vom Team entschieden wurde.
          </li>
          <li>
            <b>Bleibt unter dem Namen des Stars:</b> was du als Star zu einem Beitrag gesagt hast. Willst du das nicht,
            nimm es vorher zurück.
          </li>
          <li>
            <b>In Sicherungskopien</b> steht alles noch, bis neuere sie ersetzen. Sie dienen nur dazu, HoT nach einem
            Ausfall wiederherzustellen.
          </li>
        </ul>
        <p>Deinen Nickname kann danach jemand anderes nehmen.</p>
        {isBanned && (
          <p>
            Dein Konto ist gesperrt, und die Sperre gilt weiter: Wir behalten einen Prüfwert deiner E-Mail-Adresse, bis
            sie endet, bei einer Sperre ohne Ende drei Jahre lang. Wer sich mit der Adresse wieder registriert, ist bis
            dahin gesperrt. Einspruch legst du am besten vorher ein: Ein offener endet mit dem Konto.
          </p>
        )}
      </div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Account löschen
      </Button>
      {isOpen && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/**
 * Final confirmation. Pictures are removed only once nothing else prevents the deletion, so that cancelling loses
 * nothing.
 */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMember()
  const navigate = useNavigate()
  const form = useZodForm(deletionSchema, { confirmation: '', withContent: false })
  const { guard, dialog } = useIdentityCheck()

  const deleteAccount = async () => {
    const wish = { p_with_content: form.getValues('withContent') }
    try {
      await rpc('delete_own_account', wish)
    } catch (error) {
      if (refusalOf(error) !== 'avatars_left') throw error
      await removeAllAvatars(user.id)
      await rpc('delete_own_account', wish)
    }
  }
  const { busy, failure, run } = useWrite(async () => {
    if (!(await guard(deleteAccount))) return
    // Without a network only this device ends the session; on the server it has gone with the account.
    await signOut('local').catch(console.warn)
    forgetExistingUser()
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
          <div className="grid gap-1">
            <CheckField
              label="Auch meine Beiträge und Kommentare löschen"
              value={form.watch('withContent')}
              busy={busy}
              onChange={(checked) => form.setValue('withContent', checked)}
            />
            <p className="meta">
              Beiträge verschwinden mit allem, was darunter steht, und liegen noch 30 Tage verborgen ohne Namen im
              Archiv, falls es eine Beschwerde gibt. Von Kommentaren bleibt „[Gelöschter Kommentar]“; Antworten anderer
              darauf bleiben.
            </p>
          </div>
          <TextField
            label={`Tippe „${deletionWord}“ ein`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.input('confirmation')}
          />
          <FormFailure text={failure} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={!isDeletionWord(form.watch('confirmation'))} busy={busy}>
              {busy ? 'Wird gelöscht …' : 'Endgültig löschen'}
            </Button>
            <Button onClick={onClose} busy={busy}>
              Doch nicht
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
