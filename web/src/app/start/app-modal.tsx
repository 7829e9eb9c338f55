import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { browserClock } from '#web/platform/device/clock.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { storeAppModalSeen, whenAppModalIsDue } from './app-modal-due.ts'
import { type SiteLink, siteLinks } from './site-queries.ts'

/** Matches what the modal must not interrupt: an open dialog, the reopened consent banner, a focused field. */
const attention =
  '[role="dialog"], [role="alertdialog"], [data-consent="ask"], :is(input, textarea, select, [contenteditable]):focus'

function AppModal({ stores }: { stores: readonly SiteLink[] }) {
  const [open, setOpen] = useState(true)
  const close = () => {
    storeAppModalSeen()
    setOpen(false)
  }
  return (
    <Dialog open={open} onClose={close} title="Jetzt auch als App! 📱" description="Kostenlos verfügbar für:">
      <ul className="grid gap-3">
        {stores.map(({ href, title }) => (
          <li key={href}>
            <a className={buttonClass({ wide: true })} href={href} target="_blank" rel="noopener" onClick={close}>
              <Icon of={Smartphone} />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

let offered = false

/** Shows the modal once it is due, in its own React root. Does nothing without a store link. */
export async function offerApp(router: AnyRouter): Promise<void> {
  if (offered) return
  offered = true
  const { stores } = siteLinks(await siteOperator())
  if (stores.length === 0) return
  const root = createRoot(document.createElement('div'))
  whenAppModalIsDue(
    browserClock.after,
    () => document.querySelector(attention) !== null,
    () =>
      root.render(
        <RouterContextProvider router={router}>
          <AppModal stores={stores} />
        </RouterContextProvider>,
      ),
  )
}
