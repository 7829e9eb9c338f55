import { realtimeLimits, reconnectDelayMs } from '@hot/domain/network/realtime-limits'
import { RealtimeClient, type RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { accessToken } from '#web/lib/auth/session/access-token.ts'
import { browserClock, type Clock } from '#web/platform/device/clock.ts'
import type { RowChange, Watcher } from './row-watch.ts'

type Parts = {
  open: () => Promise<RealtimeClient>
  clock: Clock
  /** Calls back whenever the tab is shown or hidden. Returns the unsubscribe function. */
  onVisibility: (listener: (hidden: boolean) => void) => () => void
}

/**
 * One member's socket, shared by all watchers; open while there are watchers and the tab is visible.
 * @package
 */
export function createConnection({ open, clock, onVisibility }: Parts) {
  const limiter = createEventLimiter(clock, realtimeLimits.eventsPerSecond)
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
    watchers.set(watcher, joinRows(watcher, { client: socket, clock, limiter }, joinedBefore))
  }
  const pause = () => {
    paused = true
    for (const leave of watchers.values()) leave()
    disconnect()
  }
  const disconnect = () => {
    client?.then((open) => open.disconnect()).catch(() => {})
    client = undefined
  }
  const resume = () => {
    paused = false
    for (const watcher of watchers.keys()) join(watcher, true)
  }
  const stopVisibility = onVisibility((hidden) => {
    cancelPause()
    if (hidden) cancelPause = clock.after(realtimeLimits.hiddenMs, pause)
    else if (paused) resume()
  })

  return {
    /** Returns the unsubscribe function. With the last watcher the socket closes. */
    watch(watcher: Watcher): () => void {
      if (paused) watchers.set(watcher, () => {})
      else join(watcher, false)
      return () => {
        watchers.get(watcher)?.()
        watchers.delete(watcher)
        if (!watchers.size) disconnect()
      }
    },
    close() {
      cancelPause()
      stopVisibility()
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
    // Called on connecting and at every heartbeat, so that a renewed token is sent automatically.
    accessToken: async () => {
      const token = await accessToken()
      // On an error the client keeps using the last token.
      if (!token) throw new Error('no session')
      return token
    },
  })
  await client.setAuth()
  // Do not join as a guest: the server would hide every row.
  if (!client.accessTokenValue) throw new Error('no session')
  return client
}

function onVisibility(listener: (hidden: boolean) => void): () => void {
  const report = () => listener(document.visibilityState === 'hidden')
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
}

let current: { member: string; connection: ReturnType<typeof createConnection> } | undefined

/**
 * The connection of this member; another member's is closed first, so that no old token stays in use.
 * @package
 */
export function connectionOf(member: string) {
  if (current?.member !== member) {
    current?.connection.close()
    current = { member, connection: createConnection({ open: openClient, clock: browserClock, onVisibility }) }
  }
  return current.connection
}

/** Lets `perSecond` events through each second, counted from the first one. */
function createEventLimiter(clock: Clock, perSecond: number) {
  let from = 0
  let taken = 0
  return {
    /** 0: allowed, and counted; otherwise the milliseconds until the next second begins. */
    wait(): number {
      const age = clock.now() - from
      if (age < 0 || age >= 1000) {
        from = clock.now()
        taken = 0
      }
      if (taken >= perSecond) return 1000 - (clock.now() - from)
      taken += 1
      return 0
    },
  }
}
type EventLimiter = ReturnType<typeof createEventLimiter>

type Row = Record<string, unknown>
type Tools = { client: () => Promise<RealtimeClient>; clock: Clock; limiter: EventLimiter }

let channels = 0

/** One watcher's channel; it rejoins automatically until unsubscribed. Returns the unsubscribe function. */
function joinRows(watcher: Watcher, { client, clock, limiter }: Tools, joinedBefore: boolean): () => void {
  let left = false
  let joined = joinedBefore
  let attempt = 0
  let leaveChannel = () => {}
  let cancelWait = () => {}
  const deliver = limited(watcher, clock, limiter, () => left)

  const settled = (status: string) => {
    if (left) return
    if (status === 'SUBSCRIBED') {
      attempt = 0
      if (joined) watcher.onMissed?.()
      else watcher.onJoined?.()
      joined = true
    }
    // The client recovers from errors and timeouts itself; a channel closed by the server (expired token) stays closed.
    if (status === 'CLOSED') again()
  }
  const again = () => {
    attempt += 1
    cancelWait = clock.after(reconnectDelayMs(attempt), () => void join())
  }
  const join = async () => {
    try {
      const socket = await client()
      await socket.setAuth()
      if (left) return
      channels += 1
      const channel = socket.channel(`rows-${channels}`, channelOptions)
      leaveChannel = () => void socket.removeChannel(channel)
      for (const { table, event, filter } of watcher.watches)
        channel.on<Row>('postgres_changes', { schema: 'public', table, event, ...(filter && { filter }) }, (change) =>
          deliver(asChange(change)),
        )
      channel.subscribe(settled)
    } catch {
      // No token or configuration yet, or no sockets in this browser: polling continues, and a later attempt may succeed.
      if (!left) again()
    }
  }
  void join()
  return () => {
    left = true
    cancelWait()
    leaveChannel()
  }
}

/** Joined means that database changes are being streamed, not just that the server answered. */
const channelOptions = { config: { postgres_changes_options: { wait: true } } }

// The client types each event separately; one type is enough here.
type AnyChange = RealtimePostgresChangesPayload<Row>

const asChange = ({ table, eventType, new: row, old }: AnyChange): RowChange => ({
  table,
  event: eventType,
  row: row as Row,
  old: old as Row,
})

/** Events over the limit are not delivered one by one: watchers that can refetch do so once, others wait. */
function limited(watcher: Watcher, clock: Clock, limiter: EventLimiter, over: () => boolean) {
  let fetching = false
  const deliver = (change: RowChange): void => {
    if (over() || fetching) return
    const wait = limiter.wait()
    if (!wait) {
      watcher.onChange(change)
      return
    }
    fetching = watcher.onMissed !== undefined
    clock.after(wait, () => {
      if (!fetching) return deliver(change)
      fetching = false
      if (!over()) watcher.onMissed?.()
    })
  }
  return deliver
}
