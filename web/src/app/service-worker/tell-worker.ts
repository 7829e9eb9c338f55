import type { WorkerMessage } from '#web/service-worker/worker-messages.ts'

/** Timeout for an answer, including starting the worker. */
const answerWithinMs = 10_000

export const tellWorker = (worker: ServiceWorker | null, message: WorkerMessage): void => worker?.postMessage(message)

/** Sends a message and waits for the answer; undefined without one. */
export function askWorker<Answer>(worker: ServiceWorker, message: WorkerMessage): Promise<Answer | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(resolve, answerWithinMs, undefined)
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
    worker.postMessage(message, [port2])
  })
}

/** Deletes everything the worker cached from visits, and ends push on this device. */
export async function forgetVisited(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ kind: 'forget' } satisfies WorkerMessage)
}
