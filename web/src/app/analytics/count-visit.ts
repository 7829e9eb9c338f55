import { record, seeViewer, startAnalytics } from '#web/lib/analytics/analytics.ts'
import { subscribeViewer } from '#web/lib/auth/viewer/viewer.ts'
import { consentLevel, subscribeConsent } from '#web/platform/storage/consent.ts'
import { countPages } from './count-pages.ts'
import { countVitals } from './count-vitals.ts'

/** Follows who looks: staying and a finished profile are no event of their own. */
function countMembers(): () => void {
  seeViewer()
  return subscribeViewer(seeViewer)
}

/** Counts presses of what carries a `data-track`. */
function countClicks(): () => void {
  const count = ({ target }: MouseEvent) => {
    const name = target instanceof Element && target.closest<HTMLElement>('[data-track]')?.dataset.track
    if (name) record('click', { metadata: { name } })
  }
  document.addEventListener('click', count)
  return () => document.removeEventListener('click', count)
}

let running = false

/** Counts this visit for as long as full consent stands. Called again, it begins what is not running. */
export function countVisit(): void {
  if (running || consentLevel() !== 'full') return
  running = true
  // The vitals are told when the page is hidden, and must be heard of before what waits is sent.
  countVitals()
  startAnalytics()
  const stops = [countPages(), countMembers(), countClicks()]
  const stopFollowing = subscribeConsent(() => {
    if (consentLevel() === 'full') return
    running = false
    stopFollowing()
    for (const stop of stops) stop()
  })
}
