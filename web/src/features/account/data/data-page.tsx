import { PageHead } from '#web/ui/layout/page-header.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ProviderSignIn, type SignInWithProvider } from '../security/provider-sign-in.tsx'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'

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
