import Download from 'lucide-react/icons/download'
import { lazy, Suspense, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { saveFile } from '#web/platform/share/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { ProviderSignIn, type SignInWithProvider } from '../security/identity-check.tsx'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
)

/** `/account/daten`: take everything along, or have it erased. */
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
    const name = `hot-daten-${data.exported_at.slice(0, 10)}.json`
    const savedTo = await saveFile(name, 'application/json', JSON.stringify(data, null, 2))
    // The share sheet speaks for itself.
    if (savedTo === 'downloads') showToast({ title: 'Datei ist da', text: 'Schau bei deinen Downloads nach.' })
  })
  return (
    <div className="grid justify-items-start gap-4">
      <p className="prose">
        Eine Datei mit allem, was wir über dich gespeichert haben: Profil, Anmeldungen, Beiträge, Kommentare, Stimmen,
        Reaktionen, Benachrichtigungen. Als JSON, lesbar für Menschen mit Geduld und für jedes Programm.
      </p>
      <Button onClick={() => void run()} disabled={busy} aria-busy={busy}>
        <Icon of={Download} />
        {busy ? 'Wird zusammengestellt …' : 'Daten herunterladen'}
      </Button>
      <FormFailure text={failure} />
    </div>
  )
}

/** What goes and what stays, before anybody presses anything. */
function DeleteAccount() {
  const [asking, setAsking] = useState(false)
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
      <Button variant="danger" onClick={() => setAsking(true)}>
        Account löschen
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
