import { useQuery } from '@tanstack/react-query'
import { useStore } from '#web/create-store.ts'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { siteLinks } from '../start/site-queries.ts'
import { appState } from './app-standing.ts'
import { ErrorPanel } from './error-panel.tsx'

/** The links to the stores: the server's of today, else those the app was built with. */
function StoreLinks() {
  const { site } = useStore(appState)
  const { data: own = {} } = useQuery({ queryKey: ['site', 'own'], queryFn: siteOperator })
  const today = siteLinks(site).stores
  const stores = today.length > 0 ? today : siteLinks(own).stores
  return stores.map(({ href, title }) => (
    <a key={href} className={buttonClass({ variant: 'strong' })} href={href} target="_blank" rel="noopener">
      {title === 'iOS' ? 'Zum App Store' : 'Zu Google Play'}
    </a>
  ))
}

export const RefusedApp = () => (
  <main>
    <ErrorPanel
      title="Aktualisiere HoT"
      text="Diese Fassung der App passt nicht mehr zu HoT. Lade die neue, dann ist alles wieder da: Du bleibst angemeldet, und deine Entwürfe bleiben."
    >
      <StoreLinks />
    </ErrorPanel>
  </main>
)

export const OldPage = () => (
  <ErrorPanel
    title="Für diese Seite ist die App zu alt"
    text="HoT ist neuer als deine App, und diese Seite versteht sie nicht mehr. Aktualisiere HoT und öffne die Seite noch einmal."
  >
    <StoreLinks />
    <Button onClick={() => window.location.reload()}>Neu laden</Button>
  </ErrorPanel>
)
