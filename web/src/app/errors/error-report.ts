import { loggedStackLength } from '#web/ui/overlays/tooltip-timing.ts'

export type ErrorReport = {
  errorId: string
  message: string
  stack: string
  componentStack: string
  time: string
}

/** What the global error boundary logs. `errorId` is shown to the person, so that support finds it. */
export function errorReport(error: unknown, componentStack: string | null | undefined, now = new Date()): ErrorReport {
  const known = error instanceof Error ? error : new Error(String(error))
  return {
    errorId: `${now.getTime().toString(36)}-${Math.random().toString(36).slice(2, 6)}`,
    message: known.message,
    stack: (known.stack ?? '').slice(0, loggedStackLength),
    componentStack: componentStack ?? '',
    time: now.toISOString(),
  }
}
