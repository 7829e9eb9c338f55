import Share2 from 'lucide-react/icons/share-2'
import { lazy, Suspense, useState } from 'react'
import { track } from '#web/lib/analytics/track.ts'
import { share } from '#web/platform/share/share.ts'
import type { ShareOutcome } from '#web/platform/share/share-sheet.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { absoluteUrl } from '../head/page-head.ts'

/** Content type by the first path segment. */
const contentTypes: Readonly<Record<string, string>> = {
  stars: 'star',
  formate: 'format',
  trashtalk: 'post',
  user: 'profile',
  charts: 'chart',
}

/** The share sheet does not report which app was chosen. */
function countShare(outcome: ShareOutcome, path: string): void {
  if (outcome !== 'shared' && outcome !== 'copied') return
  const platform = outcome === 'shared' ? 'share_sheet' : 'link'
  const content_type = contentTypes[path.split('/')[1] ?? ''] ?? 'page'
  track('social_share', { metadata: { platform, content_type, share_source: 'share_button' } })
}

/** Lazy, because it is rarely needed. */
const AddressToCopy = lazy(() => import('./address-to-copy.tsx'))

type Props = {
  /** What is shared, as the share sheet shows it. */
  title: string
  /** Canonical path of the page. */
  path: string
}

/**
 * Shares the public URL of a page. A copied link is confirmed by a message; where neither the share sheet nor the
 * clipboard is allowed, the URL is shown for manual copying.
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
      {/* In a row of reactions or beside following and the calendar a phone has room for the icon only. */}
      <span className="in-[.reactions]:max-sm:sr-only in-[.page-actions]:max-sm:sr-only">Teilen</span>
    </Button>
  )
}
