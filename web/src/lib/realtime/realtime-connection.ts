import { realtimeLimits, reconnectDelayMs } from '@hot/domain/network/realtime-limits'
import { RealtimeClient } from '@supabase/realtime-js'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'
import { browserClock, type Clock } from '#web/platform/device/clock.ts'
import { createEventRation, joinRows } from './row-channel.ts'
import type { Watcher } from './row-watch.ts'

type Parts = {
  open: () => Promise<RealtimeClient>
  clock: Clock
  /** Calls back whenever the tab is shown or hidden. Returns the way out. */
  onVisibility: (listener: (hidden: boolean) => void) => () => void
}

/** One member's socket, shared by all who watch; open while somebody watches and the tab is in sight. */
export function createConnection({ open, clock, onVisibility }: Parts) {
  const ration = createEventRation(clock, realtimeLimits.eventsPerSecond)
  const watchers = new Map<Watcher, () => void>()
  let client: Promise<RealtimeClient> | undefined
  let paused = false
  let cancelPause = () => {}

  const socket = () => {
    if (client) return client
    const opening = open()
    client = opening
    opening.catch(() => {
      client = undefined
    })
    return opening
  }
  const join = (watcher: Watcher, joinedBefore: boolean) => {
    watchers.set(watcher, joinRows(watcher, { client: socket, clock, ration }, joinedBefore))
  }
  const pause = () => {
    paused = true
    for (const leave of watchers.values()) leave()
    hangUp()
  }
  const hangUp = () => {
    client?.then((open) => open.disconnect()).catch(() => {})
    client = undefined
  }
  const resume = () => {
    paused = false
    for (const watcher of watchers.keys()) join(watcher, true)
  }
  const stopLooking = onVisibility((hidden) => {
    cancelPause()
    if (hidden) cancelPause = clock.after(realtimeLimits.hiddenMs, pause)
    else if (paused) resume()
  })

  return {
    /** Returns the way out. With the last watcher the socket closes. */
    watch(watcher: Watcher): () => void {
      if (paused) watchers.set(watcher, () => {})
      else join(watcher, false)
      return () => {
        watchers.get(watcher)?.()
        watchers.delete(watcher)
        if (!watchers.size) hangUp()
      }
    },
    close() {
      cancelPause()
      stopLooking()
      pause()
      watchers.clear()
    },
  }
}

async function openClient(): Promise<RealtimeClient> {
  const config = await runtimeConfig()
  const origin = config.supabaseUrl || window.location.origin
  const client = new RealtimeClient(`${origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.publishableKey, eventsPerSecond: realtimeLimits.eventsPerSecond },
    heartbeatIntervalMs: realtimeLimits.heartbeatMs,
    reconnectAfterMs: reconnectDelayMs,
    // Asked on connecting and at every heartbeat, so that a renewed token reaches the server by itself.
    accessToken: async () => {
      const token = await accessToken()
      // The client then keeps the last one.
      if (!token) throw new Error('no session')
      return token
    },
  })
  await client.setAuth()
  // Nobody joins as a guest: the server would hide every row.
  if (!client.accessTokenValue) throw new Error('no session')
  return client
}

function onVisibility(listener: (hidden: boolean) => void): () => void {
  const look = () => listener(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

let current: { member: string; connection: ReturnType<typeof createConnection> } | undefined

/** The connection of this member; another member's is closed first, so that nobody listens with a former token. */
export function connectionOf(member: string) {
  if (current?.member !== member) {
    current?.connection.close()
    current = { member, connection: createConnection({ open: openClient, clock: browserClock, onVisibility }) }
  }
  return current.connection
}
