import { type CacheHealth, cacheHealth } from '@hot/domain/network/cache-warming'
import { createStore, useStore } from '#web/create-store.ts'

export type WarmHealth = {
  health: CacheHealth
  /** Tasks that failed last time. */
  failing: readonly string[]
  /** When the last one ended, in milliseconds. */
  at: number
}

const outcomes = new Map<string, boolean>()
const store = createStore<WarmHealth | null>(null)

/** For the schedule: how a task ended. */
export function noteOutcome(name: string, passed: boolean, at: number): void {
  outcomes.set(name, passed)
  const failing = [...outcomes].filter(([, well]) => !well).map(([task]) => task)
  store.set({ health: cacheHealth([...outcomes.values()]), failing, at })
}

/** How warming went in this tab; null before anything was warmed. */
export const useWarmHealth = (): WarmHealth | null => useStore(store)
