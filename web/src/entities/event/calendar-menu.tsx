import { subscriptionLinks } from '@hot/domain/calendar/subscription'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useRef } from 'react'
import { knownConfig } from '#web/lib/api/config/runtime-config.ts'
import { PlainButton } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { useDisclosures } from '#web/ui/overlays/use-disclosures.ts'

type Props = {
  /** Path of the feed, with its filters. */
  path: string
  /** Class names of the button. */
  className: string
  /** Shorter where the page itself is the calendar. */
  label?: string
  /** The button stands at the end of its line. */
  atEnd?: boolean
}

/** Ways to subscribe to a feed. Plain links in `<details>`, so that it opens without JavaScript. */
export function CalendarMenu({ path, className, label = 'Kalender abonnieren', atEnd }: Props) {
  const ref = useDisclosures<HTMLDivElement>()
  const url = `${knownConfig()?.siteUrl ?? ''}${path}`
  const { webcal, google, outlook } = subscriptionLinks(url)
  const address = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ title: 'Adresse kopiert', text: 'Füg sie in deinem Kalender unter „Per URL abonnieren“ ein.' })
    } catch {
      // Refused, or a page without TLS, which has no clipboard.
      address.current?.select()
      showToast({
        kind: 'error',
        title: 'Kopieren ging nicht.',
        text: 'Die Adresse ist markiert: Kopier sie von Hand.',
      })
    }
  }
  return (
    <div ref={ref} className={`relative ${atEnd ? 'ml-auto' : ''}`}>
      <details>
        <summary className={`${className} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
          <Icon of={CalendarPlus} size={16} />
          {label}
        </summary>
        <div className={`menu-sheet absolute top-full mt-2 w-72 ${atEnd ? 'right-0' : 'left-0'}`}>
          {/* First what opens everywhere: Android knows no app for webcal. */}
          <a className="menu-item" href={google} target="_blank" rel="noopener">
            Google Kalender (im Browser)
          </a>
          <a className="menu-item" href={webcal}>
            Kalender-App (iPhone, iPad, Mac)
          </a>
          <a className="menu-item" href={outlook} target="_blank" rel="noopener">
            Outlook
          </a>
          <a className="menu-item" href={path} download>
            Einmal laden (.ics)
          </a>
          <label className="block px-2.5 pt-2">
            <span className="meta">Für jeden anderen Kalender</span>
            <input
              ref={address}
              className="field-input"
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          </label>
          <PlainButton className="menu-item w-full text-left" onClick={copy}>
            Adresse kopieren
          </PlainButton>
        </div>
      </details>
    </div>
  )
}
