import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'

export type ShellContext = {
  history: RouterHistory
  queryClient: QueryClient
  /** Reruns the loaders of the current page. */
  reloadPage: () => Promise<void>
}
export type Stop = () => void
/** A behaviour of the shells that lasts as long as the app. */
export type Behaviour = (context: ShellContext) => Promise<Stop>

/** Starts all behaviours; a failure does not stop the others. Resolves with the cleanup function. */
export async function beginAll(behaviours: readonly Behaviour[], context: ShellContext): Promise<Stop> {
  const begun = await Promise.allSettled(behaviours.map((behaviour) => behaviour(context)))
  for (const each of begun) if (each.status === 'rejected') console.warn(each.reason)
  const stops = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return () => {
    for (const stop of stops) stop()
  }
}
