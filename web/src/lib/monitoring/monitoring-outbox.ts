/** A caught error. `errorId`: the id shown to the person. */
export type CaughtError = { error: unknown; errorId?: string; componentStack?: string }

type Take = (caught: CaughtError) => void

/** Limit for a page that fails repeatedly. */
const maxQueued = 10
const queued: CaughtError[] = []
let wake: (() => void) | undefined
let take: Take = (caught) => {
  if (queued.length < maxQueued) queued.push(caught)
  wake?.()
}

/** Reports an error, or queues it until reporting is loaded, if it ever is. */
export const queueError = (caught: CaughtError): void => take(caught)

/** Calls `run` on each error until `takeErrors`, and immediately if one is queued. undefined ends it. */
export function awaitError(run: (() => void) | undefined): void {
  wake = run
  if (queued.length > 0) run?.()
}

/** Hands over queued errors, and all following ones. */
export function takeErrors(taker: Take): void {
  take = taker
  for (const caught of queued.splice(0)) taker(caught)
}

/** Queues uncaught errors. Errors of cross-origin scripts carry no details and are skipped. */
export function watchErrors(): () => void {
  const failed = ({ error }: ErrorEvent) => void (error && queueError({ error }))
  const rejected = ({ reason }: PromiseRejectionEvent) => queueError({ error: reason })
  window.addEventListener('error', failed)
  window.addEventListener('unhandledrejection', rejected)
  return () => {
    window.removeEventListener('error', failed)
    window.removeEventListener('unhandledrejection', rejected)
  }
}
