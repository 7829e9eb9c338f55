import { deletionSchema, deletionWord, isDeletionWord } from '@hot/domain/auth/security-form'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { saveFile } from '#web/platform/share/share.ts'
import { forgetExistingUser } from '#web/platform/storage/existing-user.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from './account-layout.tsx'
import { removeAllAvatars } from './profile/api.ts'
import { ProviderSignIn, type SignInWithProvider, useIdentityCheck } from './security/identity-check.tsx'

/** `/account/daten`: export everything, or delete the account. */
export function DataPage({ signInWithProvider }: { signInWithProvider: SignInWithProvider }) {
  return (
    <ProviderSignIn signIn={signInWithProvider}>
      <PageHead title="Daten" intro="Es sind deine. Nimm sie mit oder lösch sie." />
      <div className="page-grid">
        <section aria-labelledby="mitnehmen" className="lg:col-span-6">
          <SectionHead id="mitnehmen" title="Mitnehmen" />
          <DataExport />
        </section>
        <section aria-labelledby="loeschen" className="lg:col-span-6">
          <SectionHead id="loeschen" title="Account löschen" />
          <DeleteAccount />
        </section>
      </div>
    </ProviderSignIn>
  )
}

/** Everything the database holds about a member, as one file (GDPR, articles 15 and 20). */
function DataExport() {
  const { busy, failure, run } = useWrite(async () => {
    const data = await rpc('export_own_data')
    const name = `hot-daten-${berlinDay(data.exported_at)}.json`
    const savedTo = await saveFile(name, 'application/json', JSON.stringify(data, null, 2))
    // A share sheet shows the result itself.
    if (savedTo === 'downloads') showToast({ title: 'Datei ist da', text: 'Schau bei deinen Downloads nach.' })
  })
  return (
    <div className="grid justify-items-start gap-4">
      <p className="prose">
        Eine Datei mit allem, was wir über dich gespeichert haben: Profil, Anmeldungen, Beiträge, Kommentare, Stimmen,
        Reaktionen, Benachrichtigungen. Als JSON, lesbar für Menschen mit Geduld und für jedes Programm.
      </p>
      <Button onClick={() => void run()} busy={busy} aria-busy={busy}>
        <Icon of={Download} />
        <span>{busy ? 'Wird zusammengestellt …' : 'Daten herunterladen'}</span>
      </Button>
      <FormFailure text={failure} />
    </div>
  )
}

/** Explains up front what will be deleted and what remains. */
function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid justify-items-start gap-4">
      <div className="prose">
        <p>Sofort und endgültig. Das passiert:</p>
        <ul>
          <li>
            <b>Weg:</b> Profil, Bild, E-Mail-Adresse, Stimmen, Reaktionen, Fan-Herzen, Karma, Benachrichtigungen und
            alle Anmeldungen.
          </li>
          <li>
            <b>Auch weg:</b> Beiträge, die noch geprüft werden oder abgelehnt sind.
          </li>
          <li>
            <b>Bleibt ohne Namen:</b> veröffentlichte Beiträge und Kommentare. Als Autor steht dort „Unbekannt“.
          </li>
        </ul>
        <p>Deinen Nickname kann danach jemand anderes nehmen.</p>
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
  const form = useZodForm(deletionSchema, { confirmation: '' })
  const { guard, dialog } = useIdentityCheck()

  const deleteAccount = async () => {
    try {
      await rpc('delete_own_account')
    } catch (error) {
      if (refusalOf(error) !== 'avatars_left') throw error
      await removeAllAvatars(user.id)
      await rpc('delete_own_account')
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
