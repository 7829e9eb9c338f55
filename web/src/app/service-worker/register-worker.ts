import { startOnDemand } from '../start/start-on-demand.ts'
import { readOffline } from './register-offline.ts'
import { reportVisits } from './register-visits.ts'
import { watchUpdates } from './update-watch.ts'

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
  // Whoever never allowed messages has nothing to renew, and tapped on none.
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
