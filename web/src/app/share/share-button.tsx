import Share2 from 'lucide-react/icons/share-2'
import { lazy, Suspense, useState } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { share } from '#web/platform/share/share.ts'
import type { ShareOutcome } from '#web/platform/share/share-sheet.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { absoluteUrl } from '../head/page-head.ts'

/** What a page is about, by the first part of its path. */
const contentTypes: Readonly<Record<string, string>> = {
  stars: 'star',
  formate: 'format',
  trashtalk: 'post',
  user: 'profile',
  charts: 'chart',
}

/** Which app the share sheet hands a page to, nobody is told. */
function countShare(outcome: ShareOutcome, path: string): void {
  if (outcome !== 'shared' && outcome !== 'copied') return
  const platform = outcome === 'shared' ? 'share_sheet' : 'link'
  const content_type = contentTypes[path.split('/')[1] ?? ''] ?? 'page'
  track('social_share', { metadata: { platform, content_type, share_source: 'share_button' } })
}

/** Rarely needed: a field is more than the button. */
const AddressToCopy = lazy(() => import('./address-to-copy.tsx'))

type Props = {
  /** What is shared, as the share sheet shows it. */
  title: string
  /** Canonical path of the page. */
  path: string
}

/**
 * Shares the public address of a page. The share sheet speaks for itself; a copied link needs a word; where neither is
 * allowed, the address is there to be copied by hand.
 */
export function ShareButton({ title, path }: Props) {
  const [toCopy, setToCopy] = useState<string>()
  const shareNow = async () => {
    const url = new URL(absoluteUrl(path), window.location.href).href
    const outcome = await share({ title, url })
    countShare(outcome, path)
    if (outcome === 'copied') showToast({ title: 'Link kopiert' })
    if (outcome === 'failed') setToCopy(url)
  }
  if (toCopy)
    return (
      <Suspense>
        <AddressToCopy url={toCopy} />
      </Suspense>
    )
  return (
    <Button onClick={shareNow}>
      <Icon of={Share2} />
      Teilen
    </Button>
  )
}
