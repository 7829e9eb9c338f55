import { consentChoices } from '@hot/domain/privacy/consent-choices'
import type { ConsentLevel } from '@hot/domain/privacy/storage-keys'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { consentLevel, keepConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'

const unknown = () => null

const effects: Readonly<Record<ConsentLevel, string>> = {
  none: 'Du hast noch nichts gewählt. Solange wird nichts gezählt.',
  essential: 'Es wird nichts gezählt, und was hier fürs Zählen gespeichert war, ist weg.',
  full: 'HoT zählt mit, welche Seiten du öffnest und was du dort machst. Mit „Nur notwendiges“ hört das sofort auf.',
}

/** What may be counted. Holds on this device at once, and for the account's other devices as soon as they hear of it. */
export function ConsentSettings() {
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
