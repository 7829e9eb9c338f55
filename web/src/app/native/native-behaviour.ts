import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'

export type Around = {
  history: RouterHistory
  queryClient: QueryClient
  /** Runs the loaders of the page that is shown once more. */
  reloadPage: () => Promise<void>
}
export type Stop = () => void
/** One thing the shells do for as long as the app runs. */
export type Behaviour = (around: Around) => Promise<Stop>

/** Begins all of them; one that fails keeps no other from starting. Resolves with the cleanup function. */
export async function beginAll(behaviours: readonly Behaviour[], around: Around): Promise<Stop> {
  const begun = await Promise.allSettled(behaviours.map((behaviour) => behaviour(around)))
  for (const each of begun) if (each.status === 'rejected') console.warn(each.reason)
  const stops = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return () => {
    for (const stop of stops) stop()
  }
}
