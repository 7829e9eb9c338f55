import type { CheckAnswer } from '#web/service-worker/worker-messages.ts'
import { startOnDemand } from '../start/when-idle.ts'
import { askWorker, tellWorker } from './tell-worker.ts'
import { watchUpdates } from './updates.tsx'

/** Registers the service worker, tells it what is read, and asks before a new version. Rejects when the browser refuses. */
export async function registerWorker(): Promise<() => void> {
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller !== null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const stops = [
    watchUpdates(registration, hadWorker),
    reportVisits(await serviceWorker.ready, hadWorker),
    readOffline(),
  ]
  // Without permission for push there is nothing to renew, and nothing was tapped.
  if ('Notification' in window && Notification.permission === 'granted') {
    import('./renew-push.ts').then(({ renewPush }) => renewPush()).catch(console.warn)
    stops.push(
      startOnDemand(
        () => import('./read-tapped.ts'),
        ({ followTapped }) => followTapped(),
      ),
    )
  }
  return () => {
    for (const stop of stops) stop()
  }
}

/** The address a plain press would open in this tab, on this site; undefined for every other press. */
function plainTarget(event: MouseEvent, here: URL): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return
  const url = new URL(link.href)
  const isSamePage = url.pathname === here.pathname && url.search === here.search
  return url.origin === here.origin && !isSamePage ? url : undefined
}

/**
 * Without a network the router could not fetch what a page needs, but the worker has whole documents: then links are left
 * to the browser. Back online, a page that was read from its copy goes when there is nothing at its address any more.
 */
function readOffline(): () => void {
  let isCopy = !navigator.onLine
  const leaveToBrowser = (event: MouseEvent) => {
    // Past React, whose listeners hang further in.
    if (!navigator.onLine && plainTarget(event, new URL(location.href))) event.stopImmediatePropagation()
  }
  const check = async () => {
    const { controller } = navigator.serviceWorker
    if (!controller) return
    const answer = await askWorker<CheckAnswer>(controller, {
      kind: 'check',
      page: location.pathname + location.search,
    })
    if (answer?.gone && isCopy) location.reload()
    isCopy = false
  }
  window.addEventListener('click', leaveToBrowser, true)
  window.addEventListener('online', check)
  return () => {
    window.removeEventListener('click', leaveToBrowser, true)
    window.removeEventListener('online', check)
  }
}

/** By then, after a start, a press or a step back, the page has come and the network is quiet again. */
const settledAfterMs = 2_500

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether a page may be fetched once more to be kept: its visitor has only loaded what changed from the page before. */
export function mayFetchAgain(connection: Connection | undefined): boolean {
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g'
}

const connection = () => Reflect.get(navigator, 'connection') as Connection | undefined
const here = () => location.pathname + location.search

/**
 * Tells the worker what was read, once it is there: the page and the files it has loaded. `hadWorker`: the document came
 * through the worker, which has copied it already.
 */
function reportVisits(registration: ServiceWorkerRegistration, hadWorker: boolean): () => void {
  const loaded = new Set<string>()
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) loaded.add(name)
  })
  observer.observe({ type: 'resource', buffered: true })

  let reported = here()
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = (page?: { path: string; loaded: boolean }) => {
    tellWorker(registration.active, { kind: 'keep', page, files: [...loaded] })
    loaded.clear()
  }
  const look = () => {
    const path = here()
    if (path === reported && loaded.size === 0) return
    report(path !== reported && mayFetchAgain(connection()) ? { path, loaded: false } : undefined)
    reported = path
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(look, settledAfterMs)
  }
  const atHide = () => document.hidden && look()
  const first = setTimeout(() => report(hadWorker ? undefined : { path: reported, loaded: true }), settledAfterMs)
  document.addEventListener('visibilitychange', atHide)
  window.addEventListener('click', later)
  window.addEventListener('popstate', later)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
    clearTimeout(first)
    document.removeEventListener('visibilitychange', atHide)
    window.removeEventListener('click', later)
    window.removeEventListener('popstate', later)
  }
}
