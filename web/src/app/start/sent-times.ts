import type { DehydratedState } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onDeviceClock } from '#web/platform/device/server-clock.ts'

// How old an answer is, router and query cache decide by the device's clock, also for what the server has answered and
// sent with the page. On a device two hours behind it would stay fresh for two hours, and `now` of its loader with it;
// two hours ahead it would be thrown away before the page is hydrated with it.

/** The queries sent with the page, with times by this device's clock. */
export const datedHere = (shared: DehydratedState): DehydratedState => ({
  ...shared,
  queries: shared.queries.map((query) => ({
    ...query,
    // 0: there was no answer.
    state: { ...query.state, dataUpdatedAt: query.state.dataUpdatedAt && onDeviceClock(query.state.dataUpdatedAt) },
  })),
})

/** The same for the answers of loaders, once the router has them. */
export function dateMatchesHere({ state }: AnyRouter): void {
  for (const match of state.matches) match.updatedAt = onDeviceClock(match.updatedAt)
}
