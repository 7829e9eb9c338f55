import type { ReactNode } from 'react'
import { createStore, useStore } from '#web/create-store.ts'

type Fold = (memberId: string, key: string) => ReactNode

/** Set by members' code when somebody is blocked or muted, because guests' pages show everything. */
export const foldStore = createStore<Fold | null>(null)

/**
 * What is shown in place of something written by a member whom the viewer has blocked or muted; null: show it.
 * `key` identifies what was written.
 */
export function useFolded(member: { id: string } | null, key: string): ReactNode {
  const fold = useStore(foldStore)
  return member && fold?.(member.id, key)
}
