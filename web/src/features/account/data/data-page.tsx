import { berlinDay } from '@hot/domain/time/berlin-time'
import Download from 'lucide-react/icons/download'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { saveFile } from '#web/platform/share/share.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { ProviderSignIn, type SignInWithProvider } from '../security/identity-check.tsx'
import { DeleteAccount } from './delete-account.tsx'

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

/** Everything the database holds about a member, for people and for programs (GDPR, articles 15 and 20). */
function DataExport() {
  const { busy, failure, run } = useWrite(async () => {
    const [data, { ownDataArchive }] = await Promise.all([rpc('export_own_data'), import('./own-data-archive.ts')])
    const savedTo = await saveFile(
      `hot-daten-${berlinDay(data.exported_at)}.zip`,
      'application/zip',
      ownDataArchive(data),
    )
    // A share sheet shows the result itself.
    if (savedTo === 'downloads') showToast({ title: 'Datei ist da', text: 'Schau bei deinen Downloads nach.' })
  })
  return (
    <div className="grid justify-items-start gap-4">
      <div className="prose">
        <p>
          Eine ZIP-Datei mit allem, was wir über dich gespeichert haben: von Profil und Anmeldungen bis zu dem, was das
          Team über dich entschieden und notiert hat und was andere an dir gemeldet haben, ohne ihre Namen und Worte.
          Dabei steht, wozu wir es haben, auf welcher Grundlage, wer es sieht und wie lange es bleibt.
        </p>
        <p>Darin ist eine Seite zum Lesen, für jeden Browser und ohne Netz, und dasselbe als JSON für Programme.</p>
      </div>
      <Button onClick={() => void run()} busy={busy} aria-busy={busy}>
        <Icon of={Download} />
        <span>{busy ? 'Wird zusammengestellt …' : 'Daten herunterladen'}</span>
      </Button>
      <FormFailure text={failure} />
    </div>
  )
}
