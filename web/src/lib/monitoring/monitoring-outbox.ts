/** A caught error. `errorId`: the id shown to the person. */
export type NotedError = { error: unknown; errorId?: string; componentStack?: string }

type Take = (noted: NotedError) => void

/** Limit for a page that fails repeatedly. */
const mostKept = 10
const kept: NotedError[] = []
let wake: (() => void) | undefined
let take: Take = (noted) => {
  if (kept.length < mostKept) kept.push(noted)
  wake?.()
}

/** Queues an error until reporting is loaded, if it ever is. */
export const noteError = (noted: NotedError): void => take(noted)

/** Calls `run` for each error until they are taken, and immediately if one is queued. */
export function awaitError(run: (() => void) | undefined): void {
  wake = run
  if (kept.length > 0) run?.()
}

/** Hands over queued errors, and all following ones. */
export function takeErrors(taker: Take): void {
  take = taker
  for (const noted of kept.splice(0)) taker(noted)
}

/** Queues uncaught errors. Errors of cross-origin scripts carry no details and are skipped. */
export function watchErrors(): () => void {
  const failed = ({ error }: ErrorEvent) => void (error && noteError({ error }))
  const rejected = ({ reason }: PromiseRejectionEvent) => noteError({ error: reason })
  window.addEventListener('error', failed)
  window.addEventListener('unhandledrejection', rejected)
  return () => {
    window.removeEventListener('error', failed)
    window.removeEventListener('unhandledrejection', rejected)
  }
}
