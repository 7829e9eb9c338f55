import { PageHead } from '#web/ui/page-head.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { ConsentSettings } from './consent-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PushSettings } from './push-settings.tsx'
import { ThemeSettings } from './theme-settings.tsx'

/** `/account/einstellungen`: how HoT looks, what it may count and when it speaks up. */
export function SettingsPage() {
  return (
    <>
      <PageHead title="Einstellungen" intro="Wie HoT aussieht, was es zählen darf und wann es sich meldet." />
      <div className="page-grid">
        <div className="grid content-start gap-8 lg:col-span-5">
          <section aria-labelledby="darstellung">
            <SectionHead id="darstellung" title="Darstellung" />
            <ThemeSettings />
          </section>
          <section aria-labelledby="statistik">
            <SectionHead id="statistik" title="Statistik" />
            <ConsentSettings />
          </section>
        </div>
        <section aria-labelledby="meldungen" className="lg:col-span-7">
          <SectionHead id="meldungen" title="Benachrichtigungen" />
          <NotificationSettings />
          <PushSettings />
        </section>
      </div>
    </>
  )
}
