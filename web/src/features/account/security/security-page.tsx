import type { ReactNode } from 'react'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

/** `/account/sicherheit`: how one gets in, and who else might. */
export function SecurityPage() {
  return (
    <>
      <PageHead title="Sicherheit" intro="Wie du reinkommst. Und sonst niemand." />
      <div className="page-grid">
        <Part id="email" title="E-Mail-Adresse">
          <EmailForm />
        </Part>
        <Part id="passwort" title="Passwort">
          <PasswordForm />
        </Part>
        <Part id="zwei-faktor" title="Zwei-Faktor">
          <TwoFactor />
        </Part>
        <Part id="geraete" title="Angemeldete Geräte">
          <Sessions />
        </Part>
      </div>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="lg:col-span-6">
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}
