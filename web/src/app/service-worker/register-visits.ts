import { tellWorker } from './register-messages.ts'

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
export function reportVisits(registration: ServiceWorkerRegistration, hadWorker: boolean): () => void {
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
