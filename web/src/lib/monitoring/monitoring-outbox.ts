/** Something that went wrong. `errorId`: what the person was shown. */
export type NotedError = { error: unknown; errorId?: string; componentStack?: string }

type Take = (noted: NotedError) => void

/** A page that fails over and over says nothing new after these. */
const mostKept = 10
const kept: NotedError[] = []
let wake: (() => void) | undefined
let take: Take = (noted) => {
  if (kept.length < mostKept) kept.push(noted)
  wake?.()
}

/** Queues an error until reporting is loaded, if it ever is. */
export const noteError = (noted: NotedError): void => take(noted)

/** Calls `run` with each error until somebody takes them, and now if one is kept. */
export function awaitError(run: (() => void) | undefined): void {
  wake = run
  if (kept.length > 0) run?.()
}

/** Hands over what was kept, and from now on everything. */
export function takeErrors(taker: Take): void {
  take = taker
  for (const noted of kept.splice(0)) taker(noted)
}

/** Notes what nothing caught. An error of a foreign script comes without any details and is left out. */
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
