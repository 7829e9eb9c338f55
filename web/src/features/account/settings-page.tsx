import { PageHead } from '#web/ui/page-head.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { ThemeSettings } from './theme-settings.tsx'

/** `/account/einstellungen`: how HoT looks and when it speaks up. */
export function SettingsPage() {
  return (
    <>
      <PageHead title="Einstellungen" intro="Wie HoT aussieht und wann es sich meldet." />
      <div className="page-grid">
        <section aria-labelledby="darstellung" className="lg:col-span-5">
          <SectionHead id="darstellung" title="Darstellung" />
          <ThemeSettings />
        </section>
        <section aria-labelledby="meldungen" className="lg:col-span-7">
          <SectionHead id="meldungen" title="Benachrichtigungen" />
          <NotificationSettings />
        </section>
      </div>
    </>
  )
}
