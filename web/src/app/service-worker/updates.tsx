import { createRoot } from 'react-dom/client'
import { Button } from '#web/ui/controls/button.tsx'
import { askWorker, tellWorker } from './tell-worker.ts'

/** Browsers check for a new worker when a page is opened; a tab that stays open checks at this interval. */
const checkAfterMs = 60 * 60_000
/** After this time the page is reloaded even if the new worker has not taken over. */
const takeOverWithinMs = 3_000

/** Whether the worker belongs to this page's build. Without an answer there is no update prompt. */
async function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  const firstScript = await askWorker<string>(worker, { kind: 'build' })
  return !firstScript || document.querySelector(`script[src="${CSS.escape(firstScript)}"]`) !== null
}

/** Activates the waiting worker, then reloads the page. */
function update(worker: ServiceWorker): void {
  const reload = () => location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  setTimeout(reload, takeOverWithinMs)
  tellWorker(worker, { kind: 'activate' })
}

/**
 * Handles a waiting worker. If it belongs to the build of this page (a freshly loaded page is always up to date), it takes
 * over silently; otherwise the person is prompted, and nothing happens until they agree.
 */
export function watchUpdates(registration: ServiceWorkerRegistration, hadWorker: boolean): () => void {
  const { serviceWorker } = navigator
  const consider = async (worker: ServiceWorker | null) => {
    if (!worker) return
    if (!(await isOfThisBuild(worker))) offerUpdate(() => update(worker))
    else if (worker.state === 'installed') tellWorker(worker, { kind: 'activate' })
  }
  const found = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.active) void consider(installing)
    })
  }
  // Another worker took over: the person may have agreed to the update in another tab.
  const changed = () => void consider(serviceWorker.controller)
  let checkedAt = Date.now()
  const checkForUpdate = () => {
    if (document.hidden || Date.now() - checkedAt < checkAfterMs) return
    checkedAt = Date.now()
    registration.update().catch(console.error)
  }
  if (hadWorker) void consider(registration.waiting)
  registration.addEventListener('updatefound', found)
  serviceWorker.addEventListener('controllerchange', changed)
  document.addEventListener('visibilitychange', checkForUpdate)
  return () => {
    registration.removeEventListener('updatefound', found)
    serviceWorker.removeEventListener('controllerchange', changed)
    document.removeEventListener('visibilitychange', checkForUpdate)
  }
}

type Props = { onUpdate: () => void; onLater: () => void }

function UpdateNotice({ onUpdate, onLater }: Props) {
  return (
    <div className="fixed inset-x-3 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px)+12px)] z-40 border-2 border-ink bg-paper p-4 sm:left-auto sm:w-[356px] lg:bottom-6">
      <p className="font-bold">Neue Version verfügbar</p>
      <p className="mt-1 text-small text-ink-2">Was du gerade schreibst, schick vorher ab.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="strong" small onClick={onUpdate}>
          Neu laden
        </Button>
        <Button variant="quiet" small onClick={onLater}>
          Später
        </Button>
      </div>
    </div>
  )
}

let offered = false

/**
 * Announces a new version, once per page. Not a toast: toasts disappear by themselves, and the old version's toast
 * code may no longer be on the server.
 */
function offerUpdate(onUpdate: () => void): void {
  if (offered) return
  offered = true
  const place = document.createElement('div')
  // A live region, announced when its content changes.
  place.setAttribute('role', 'status')
  document.body.append(place)
  const root = createRoot(place)
  const remove = () => {
    root.unmount()
    place.remove()
  }
  requestAnimationFrame(() => root.render(<UpdateNotice onUpdate={onUpdate} onLater={remove} />))
}
