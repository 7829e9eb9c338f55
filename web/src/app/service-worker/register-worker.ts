import { startOnDemand } from '#web/lib/hydration/when-idle.ts'
import { reloads } from '#web/platform/device/reloads.ts'
import type { CheckAnswer } from '#web/service-worker/worker-messages.ts'
import { askWorker, tellWorker } from './tell-worker.ts'
import { watchUpdates } from './updates.tsx'

/** Registers the service worker, reports visits to it, and prompts for updates. Rejects when the browser refuses. */
export async function registerWorker(): Promise<() => void> {
  const { serviceWorker } = navigator
  const hadWorker = serviceWorker.controller !== null
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const stops = [
    watchUpdates(registration, hadWorker),
    reportVisits(await serviceWorker.ready, hadWorker),
    readOffline(),
  ]
  if (hadWorker && mayFetchAgain(connection())) keepDictionary()
  // Without push permission there is nothing to renew and there are no taps.
  if ('Notification' in window && Notification.permission === 'granted') {
    import('./granted-push.ts').then(({ renewPush }) => renewPush()).catch(console.warn)
    stops.push(
      startOnDemand(
        () => import('./granted-push.ts'),
        ({ followTapped }) => followTapped(),
      ),
    )
  }
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Whoever comes back gets later documents as what differs from a dictionary (server/documents/dictionary.ts). Browsers that can
 * load it when they are idle; a new build has another address.
 */
function keepDictionary(): void {
  const link = document.createElement('link')
  if (!link.relList.supports?.('compression-dictionary')) return
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  link.rel = 'compression-dictionary'
  link.href = `/_dictionary?${entry?.src.split('/').at(-1) ?? ''}`
  document.head.append(link)
}

/** The same-site URL that a plain click opens in this tab; undefined for other clicks. */
function plainTarget(event: MouseEvent, here: URL): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return
  const url = new URL(link.href)
  const isSamePage = url.pathname === here.pathname && url.search === here.search
  return url.origin === here.origin && !isSamePage ? url : undefined
}

/**
 * Offline the router cannot fetch a page's data, but the worker has whole documents, so links are left
 * to the browser. Back online, a page that was read from its copy is reloaded if it was removed.
 */
function readOffline(): () => void {
  let isCopy = !navigator.onLine
  const leaveToBrowser = (event: MouseEvent) => {
    // Stops React's listeners, which are further down the tree.
    if (!navigator.onLine && plainTarget(event, new URL(location.href))) event.stopImmediatePropagation()
  }
  const check = async () => {
    const { controller } = navigator.serviceWorker
    if (!controller) return
    const answer = await askWorker<CheckAnswer>(controller, {
      kind: 'check',
      page: location.pathname + location.search,
    })
    if (answer?.gone && isCopy) {
      await reloads.waitFor
      location.reload()
    }
    isCopy = false
  }
  window.addEventListener('click', leaveToBrowser, true)
  window.addEventListener('online', check)
  return () => {
    window.removeEventListener('click', leaveToBrowser, true)
    window.removeEventListener('online', check)
  }
}

/** Time after which a page has loaded and the network is idle again. */
const settledAfterMs = 2_500

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether a document may be fetched only for the cache, after client-side navigation loaded just its data. */
export function mayFetchAgain(connection: Connection | undefined): boolean {
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g'
}

const connection = () => Reflect.get(navigator, 'connection') as Connection | undefined
const here = () => location.pathname + location.search

/**
 * Reports each visited page and its loaded files to the worker once it is active. `hadWorker`: the document came
 * through the worker, which has already cached it.
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
  const reportChanges = () => {
    const path = here()
    if (path === reported && loaded.size === 0) return
    report(path !== reported && mayFetchAgain(connection()) ? { path, loaded: false } : undefined)
    reported = path
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(reportChanges, settledAfterMs)
  }
  const atHide = () => document.hidden && reportChanges()
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
