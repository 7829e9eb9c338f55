import type { WorkerMessage } from '#web/service-worker/worker-messages.ts'

/** A worker that has to be started first answers within this, or is not listened to. */
const answerWithinMs = 10_000

export const tellWorker = (worker: ServiceWorker | null, message: WorkerMessage): void => worker?.postMessage(message)

/** Sends a message that is answered; undefined when no answer came. */
export function askWorker<Answer>(worker: ServiceWorker, message: WorkerMessage): Promise<Answer | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(resolve, answerWithinMs, undefined)
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
    worker.postMessage(message, [port2])
  })
}

/** Deletes everything the worker kept of what was visited. */
export async function forgetVisited(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ kind: 'forget' } satisfies WorkerMessage)
}
