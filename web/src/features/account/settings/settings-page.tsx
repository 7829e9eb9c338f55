import { consentChoices } from '@hot/domain/privacy/consent'
import type { ConsentLevel } from '@hot/domain/privacy/storage-keys'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { chooseTheme, subscribeTheme, type ThemeChoice, themeChoice } from '#web/platform/browser-chrome/theme.ts'
import { consentLevel, keepConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { Segmented } from '#web/ui/controls/switch.tsx'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PushSettings } from './push-settings.tsx'

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

const choices: readonly { choice: ThemeChoice; title: string }[] = [
  { choice: 'light', title: 'Hell' },
  { choice: 'dark', title: 'Dunkel' },
  { choice: 'system', title: 'System' },
]

/** Light, dark, or as the device. Shown at once and kept on this device. */
function ThemeSettings() {
  const chosen = useSyncExternalStore(subscribeTheme, themeChoice, () => null)
  return (
    <div className="grid justify-items-start gap-3">
      <Segmented label="Darstellung">
        {choices.map(({ choice, title }) => (
          <button key={choice} type="button" aria-pressed={chosen === choice} onClick={() => chooseTheme(choice)}>
            {title}
          </button>
        ))}
      </Segmented>
      <p className="meta">„System“ macht es wie dein Gerät. Gilt nur hier, nicht auf deinen anderen Geräten.</p>
    </div>
  )
}

const unknown = () => null

const effects: Readonly<Record<ConsentLevel, string>> = {
  none: 'Du hast noch nichts gewählt. Solange wird nichts gezählt.',
  essential: 'Es wird nichts gezählt, und was hier fürs Zählen gespeichert war, ist weg.',
  full: 'HoT zählt mit, welche Seiten du öffnest und was du dort machst. Mit „Nur notwendiges“ hört das sofort auf.',
}

/** What may be counted. Holds on this device at once, and for the account's other devices as soon as they hear of it. */
function ConsentSettings() {
  const chosen = useSyncExternalStore(subscribeConsent, consentLevel, unknown)
  return (
    <div className="grid justify-items-start gap-3">
      <Segmented label="Was gezählt werden darf">
        {consentChoices.map(({ level, title }) => (
          <button key={level} type="button" aria-pressed={chosen === level} onClick={() => keepConsent(level)}>
            {title}
          </button>
        ))}
      </Segmented>
      <p className="meta">
        <span role="status">{chosen && effects[chosen]}</span> Gilt für dein Konto, auf allen Geräten. Genaueres steht
        im{' '}
        <Link to="/datenschutz" hash="statistik" className="link">
          Datenschutz
        </Link>
        .
      </p>
    </div>
  )
}
