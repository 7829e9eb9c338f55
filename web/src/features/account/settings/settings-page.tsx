import { PageHead } from '#web/ui/layout/page-header.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { ConsentSettings } from './consent-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PushSettings } from './push-settings.tsx'
import { ThemeSettings } from './theme-settings.tsx'

/** `/account/einstellungen`: how HoT looks, what it may count and when it speaks up. */
export function SettingsPage() {
  return (
    <>
      <PageHead title="Einstellungen" intro="Wie HoT aussieht, was es zählen darf und wann es sich meldet." />
      <div className="page-grid lg:grid-rows-[auto_1fr] lg:gap-y-8">
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
        <section aria-labelledby="meldungen" className="lg:col-span-7 lg:row-span-2">
          <SectionHead id="meldungen" title="Benachrichtigungen" />
          <NotificationSettings />
        </section>
        <div className="empty:hidden lg:col-span-5 lg:col-start-1 lg:row-start-2">
          <PushSettings />
        </div>
      </div>
    </>
  )
}
