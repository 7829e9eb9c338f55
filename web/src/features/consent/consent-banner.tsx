import { consentChoices, consentQuestion } from '@hot/domain/privacy/consent'
import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { consentLevel, isConsentDue, storeConsent, subscribeConsent } from '#web/platform/storage/consent.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { endAskingConsent } from './ask-consent.ts'
import './consent.css'

const unknown = () => 'none' as const

/**
 * Asks for consent to analytics with two equal buttons, at the bottom of the page and above everything but the skip
 * link; on low screens before the page, of which it would cover the end. It is part of every document on the web, and shown while `html[data-consent=ask]` is set. A choice made
 * anywhere (here, in the account, in another tab or on another device) hides it.
 */
export function ConsentBanner() {
  const chosen = useSyncExternalStore(subscribeConsent, consentLevel, unknown)
  useEffect(() => subscribeConsent(followChoice), [])
  return (
    <section className="consent" aria-label="Einwilligung">
      <p>
        {`${consentQuestion.text} `}
        <Link to="/datenschutz" className="link">
          Datenschutz
        </Link>
      </p>
      <div>
        {consentChoices.map(({ level, title }) => (
          <Button
            key={level}
            aria-pressed={chosen === 'none' ? undefined : chosen === level}
            onClick={() => storeConsent(level)}
          >
            {title}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** Signing in or out changes whose choice holds: it may be one that still has to be made. */
function followChoice(): void {
  if (isConsentDue()) document.documentElement.dataset.consent = 'ask'
  else if (consentLevel() !== 'none') endAskingConsent()
}
