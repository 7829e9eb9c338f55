import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { openPopover } from './first-pop.ts'

/**
 * For an element with `popover="auto"`, which its button opens by the platform: Back and following a link within close
 * it. Escape, a press outside and the way of the focus are the browser's. One without popovers shows it in the page.
 */
export function useSheet(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const router = useRouter()
  useEffect(() => {
    const sheet = ref.current
    if (!sheet || !('popover' in sheet)) return
    // What Back does is loaded with the first sheet that is opened.
    const opened = async () => {
      const { followOpened } = await import('./overlay-history.ts')
      followOpened(sheet, router.history)
    }
    const toggled = () => {
      if (sheet.matches(openPopover())) void opened().catch(console.warn)
    }
    const stopFollowing = router.subscribe('onBeforeNavigate', () => {
      if (sheet.matches(openPopover())) sheet.hidePopover()
    })
    // Before the page was alive, the browser opened it alone.
    toggled()
    sheet.addEventListener('toggle', toggled)
    return () => {
      stopFollowing()
      sheet.removeEventListener('toggle', toggled)
    }
  }, [router])
  return ref
}
