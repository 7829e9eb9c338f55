import { type CacheHealth, cacheHealth } from '@hot/domain/network/cache-warming'
import { createStore, useStore } from '#web/create-store.ts'

export type WarmHealth = {
  health: CacheHealth
  /** Tasks whose last run failed. */
  failing: readonly string[]
  /** When the latest task ended, in milliseconds since 1970. */
  at: number
}

const outcomes = new Map<string, boolean>()
const store = createStore<WarmHealth | null>(null)

/** Called by the schedule after each task. `at`: milliseconds since 1970. */
export function recordOutcome(name: string, passed: boolean, at: number): void {
  outcomes.set(name, passed)
  const failing = [...outcomes].filter(([, well]) => !well).map(([task]) => task)
  store.set({ health: cacheHealth([...outcomes.values()]), failing, at })
}

/** Status of cache warming in this tab; null before the first run. */
export const useWarmHealth = (): WarmHealth | null => useStore(store)
