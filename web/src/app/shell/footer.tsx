import { Link } from '@tanstack/react-router'
import Smartphone from 'lucide-react/icons/smartphone'
import { useRef } from 'react'
import { ProviderChip } from '#web/entities/format/provider-chip.tsx'
import { askConsent } from '#web/features/consent/ask-consent.ts'
import { useAwake } from '#web/lib/hydration/late-part.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Logo } from './logo.tsx'

/** The chip's colour when a provider has none. */
const defaultChipColor = '#0ea5e9'

type FooterProvider = { id: string; name: string; color: string | null; website_url: string | null }
type FooterLink = { title: string; href: string }

export type FooterProps = {
  providers: readonly FooterProvider[]
  social: readonly FooterLink[]
  stores: readonly FooterLink[]
}

const legalPages = [
  { to: '/impressum', title: 'Impressum' },
  { to: '/barrierefreiheit', title: 'Barrierefreiheit' },
  { to: '/datenschutz', title: 'Datenschutz' },
  { to: '/community-guidelines', title: 'Community-Guidelines' },
  { to: '/es-geht-um-mich', title: 'Es geht um mich' },
  { to: '/kontakt', title: 'Kontakt' },
] as const

/** The site's footer, on the web only; the native shells have the legal notice in the account menu. */
export default function Footer({ providers, social, stores }: FooterProps) {
  const root = useRef<HTMLElement>(null)
  useAwake(root)
  return (
    <footer ref={root} className="site-footer" data-asleep="">
      <div>
        <div>
          <Link to="/" aria-label="HoT Startseite">
            <Logo />
          </Link>
          <p className="meta mt-2">Reality-TV, gemeinsam geguckt.</p>
        </div>
        <div className="grid gap-4">
          {providers.length > 0 && <Providers providers={providers} />}
          {stores.length > 0 && <Stores stores={stores} />}
          <nav aria-label="Rechtliches">
            {legalPages.map(({ to, title }) => (
              <Link key={to} to={to} className="footer-link">
                {title}
              </Link>
            ))}
            <button type="button" className="footer-link noscript:hidden" onClick={askConsent}>
              Datenschutz-Einstellungen
            </button>
          </nav>
        </div>
        <div>
          {social.length > 0 && (
            <nav aria-label="HoT anderswo">
              {social.map(({ href, title }) => (
                <a key={href} className="footer-link" href={href} target="_blank" rel="noopener me">
                  {title}
                </a>
              ))}
            </nav>
          )}
          <p className="meta">© 2025 HoT</p>
        </div>
      </div>
    </footer>
  )
}

function Providers({ providers }: { providers: readonly FooterProvider[] }) {
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Streaming-Anbieter">
      {providers.map(({ id, name, color, website_url }) => (
        <li key={id}>
          <ProviderChip name={name} color={color || defaultChipColor} href={website_url} />
        </li>
      ))}
    </ul>
  )
}

function Stores({ stores }: { stores: readonly FooterLink[] }) {
  return (
    <ul className="app-stores flex flex-wrap gap-2" aria-label="HoT als App">
      {stores.map(({ href, title }) => (
        <li key={href}>
          <a className="store-badge" href={href} target="_blank" rel="noopener">
            <Icon of={Smartphone} size={24} />
            <span>{title === 'iOS' ? 'Laden im App Store' : 'Jetzt bei Google Play'}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
