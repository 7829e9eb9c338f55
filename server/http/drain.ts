import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Health } from './health.ts'

/**
 * Lets a proxy take this process out before it ends. From `begin` on `/health` answers 503, so that the proxy sends new
 * requests elsewhere, and every answer closes its connection, so that none is pooled that is about to go: a request on one
 * which closes at that moment is lost, and a proxy must not send a write twice.
 */
export function draining(health: () => Promise<Health>) {
  let begun = false
  return {
    health: async (): Promise<Health> => {
      const found = await health()
      return begun ? { ...found, status: 'draining' } : found
    },
    /** Serves on for `milliseconds`, or until `enough` says that somebody is in a hurry. */
    begin: async (server: Server, milliseconds: number, enough?: AbortSignal): Promise<void> => {
      begun = true
      server.prependListener('request', (_incoming, outgoing) => {
        outgoing.shouldKeepAlive = false
      })
      if (milliseconds === 0 || enough?.aborted) return
      await pause(milliseconds, undefined, enough && { signal: enough }).catch((error: Error) => {
        if (error.name !== 'AbortError') throw error
      })
    },
  }
}
