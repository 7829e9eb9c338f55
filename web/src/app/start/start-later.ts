import { queryPolicy } from '@hot/domain/network/query-policy'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { tolerateForeignNodes } from '#web/lib/hydration/foreign-nodes.ts'
import { idle } from '#web/lib/hydration/when-idle.ts'
import { keepPlace } from '#web/platform/browser-chrome/kept-place.ts'
import { isNative } from '#web/platform/device/device.ts'
import { consentLevel, subscribeConsent, takeWithdrawnVisit } from '#web/platform/storage/consent.ts'
import { keepFocusInLists } from '#web/ui/hooks/focus-refuge.ts'
import { watchTooltips } from '#web/ui/overlays/tooltips.ts'
import { registerLater } from '../service-worker/register-later.ts'
import { appModalSeen } from './app-modal-due.ts'

/** Starts a long-running task; resolves with its cleanup function, if any. */
type Start = (router: AnyRouter) => Promise<(() => void) | undefined>

/**
 * Tasks the first view does not need, in this order. Each does a cheap check before importing its code.
 * Failures are only logged and never prevent the next task from starting.
 */
const starts: readonly Start[] = [
  async () => keepFocusInLists(),
  async () => keepPlace(),
  popoversWhereMissing,
  async () => watchTooltips(),
  async () => void tolerateForeignNodes(),
  keepSwept,
  layOutRest,
  reportErrors,
  countAtFullConsent,
  offerAppOnce,
  remindOfMail,
  registerLater,
]

/** Safari before 17 and Chrome before 114 have none. */
async function popoversWhereMissing(): Promise<undefined> {
  if (!('popover' in HTMLElement.prototype)) (await import('#web/ui/overlays/popover-stand-in.ts')).standInForPopovers()
}

/** Its code is loaded with the first sweep. */
async function keepSwept({ options }: AnyRouter) {
  const client: QueryClient = options.context.queryClient
  const sweep = () => import('./cache-sweep.ts').then(({ sweepCache }) => sweepCache(client)).catch(console.warn)
  const timer = setInterval(sweep, queryPolicy.sweepMs)
  return () => clearInterval(timer)
}

/** Lays out what is off screen on a phone's first page (layout.css), one part at a time, so that taps go between. */
async function layOutRest(): Promise<undefined> {
  const parts = document.querySelectorAll<HTMLElement>('[data-first] .post, [data-first] .page-grid-long > *')
  for (const part of parts) {
    await new Promise((resolve) => idle(() => resolve(part.style.setProperty('content-visibility', 'visible'))))
  }
  document.documentElement.removeAttribute('data-first')
}

/** Reports errors where the operator has configured it. */
async function reportErrors() {
  if (import.meta.env.SSR) return
  const { reports } = await runtimeConfig()
  if (reports) return (await import('#web/lib/monitoring/monitoring-on-demand.ts')).reportOnDemand(reports)
}

/** Counts the visit once full consent is given; `countVisit` stops by itself when it is withdrawn, and the visit is forgotten. */
async function countAtFullConsent() {
  const count = () => {
    const gone = takeWithdrawnVisit()
    if (gone)
      import('#web/lib/analytics/forget-visit.ts').then(({ forgetVisit }) => forgetVisit(gone)).catch(console.warn)
    if (consentLevel() !== 'full') return
    import('../analytics/count-visit.ts').then(({ countVisit }) => countVisit()).catch(console.warn)
    import('#web/lib/monitoring/monitoring-warnings.ts').then(({ watchSpeed }) => watchSpeed()).catch(console.warn)
  }
  count()
  return subscribeConsent(count)
}

/** Offers the app once, if a store link is configured, and only after the consent choice. */
async function offerAppOnce(router: AnyRouter) {
  if (isNative) return
  const offer = () => {
    if (consentLevel() !== 'none' && !appModalSeen() && document.querySelector('.app-stores'))
      import('./app-modal.tsx').then(({ offerApp }) => offerApp(router)).catch(console.warn)
  }
  offer()
  return subscribeConsent(offer)
}

/** Shows again that a registration waits for its confirmation. */
async function remindOfMail(): Promise<undefined> {
  if (waitsForMail()) (await import('#web/features/sign-in/registration/confirmation-note.tsx')).showConfirmationNote()
}

function waitsForMail(): boolean {
  try {
    return localStorage.getItem(storageKeys.registeredMail) !== null
  } catch {
    // Storage is blocked: no registration was stored.
    return false
  }
}

/** Returns the cleanup function, which also covers tasks that are still loading. */
export function startLater(router: AnyRouter): () => void {
  const stops: (() => void)[] = []
  let left = false
  const begin = async () => {
    for (const start of starts) {
      try {
        const stop = await start(router)
        if (left) stop?.()
        else if (stop) stops.push(stop)
      } catch (error) {
        console.error(error)
      }
    }
  }
  void begin()
  return () => {
    left = true
    for (const stop of stops) stop()
  }
}
