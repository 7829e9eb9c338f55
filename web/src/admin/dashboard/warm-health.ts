import { type CacheHealth, cacheHealth } from '@hot/domain/network/cache-warming'
import { useSyncExternalStore } from 'react'

export type WarmHealth = {
  health: CacheHealth
  /** Tasks that failed last time. */
  failing: readonly string[]
  /** When the last one ended, in milliseconds. */
  at: number
}

const outcomes = new Map<string, boolean>()
const listeners = new Set<() => void>()
let current: WarmHealth | null = null

/** For the schedule: how a task ended. */
export function noteOutcome(name: string, passed: boolean, at: number): void {
  outcomes.set(name, passed)
  const failing = [...outcomes].filter(([, well]) => !well).map(([task]) => task)
  current = { health: cacheHealth([...outcomes.values()]), failing, at }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How warming went in this tab; null before anything was warmed. */
export const useWarmHealth = (): WarmHealth | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
