import type { WorkerMessage } from '#web/service-worker/worker-messages.ts'

/** Deletes everything the worker kept of what was visited. */
export async function forgetVisited(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ kind: 'forget' } satisfies WorkerMessage)
}
