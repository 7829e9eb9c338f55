import { Share2 } from 'lucide-react'
import { share } from '#web/platform/share.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { absoluteUrl } from './page-head.ts'

type Props = {
  /** What is shared, as the share sheet shows it. */
  title: string
  /** Canonical path of the page. */
  path: string
}

/** Shares the public address of a page. The share sheet speaks for itself; a copied link needs a word. */
export function ShareButton({ title, path }: Props) {
  const shareNow = async () => {
    const outcome = await share({ title, url: new URL(absoluteUrl(path), window.location.href).href })
    if (outcome === 'copied') showToast({ title: 'Link kopiert' })
    if (outcome === 'failed') {
      showToast({ kind: 'error', title: 'Teilen ging nicht', text: 'Kopiere die Adresse oben aus dem Browser.' })
    }
  }
  return (
    <Button onClick={shareNow}>
      <Icon of={Share2} />
      Teilen
    </Button>
  )
}
