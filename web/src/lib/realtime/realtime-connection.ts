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

/** Not to the same moment for all whom a restart or a full server has sent away. */
const reconnectWait = (attempt: number) => reconnectDelayMs(attempt) * (1 - Math.random() / 2)

async function openClient(): Promise<RealtimeClient> {
  const config = await runtimeConfig()
  const origin = config.supabaseUrl || window.location.origin
  const client = new RealtimeClient(`${origin.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.publishableKey, eventsPerSecond: realtimeLimits.eventsPerSecond },
    heartbeatIntervalMs: realtimeLimits.heartbeatMs,
    reconnectAfterMs: reconnectWait,
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
  const rereads = createRereads(clock, watcher.onMissed)
  const deliver = limited(watcher, { clock, limiter, rereads }, () => left)

  const settled = (status: string) => {
    if (left) return
    rereads.asking(status !== 'SUBSCRIBED')
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
    cancelWait = clock.after(reconnectWait(attempt), () => void join())
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
      channel.on('system', {}, ({ message, within }) => {
        if (message === 'Changed') rereads.within(Number(within) || realtimeLimits.rereadMs)
      })
      channel.subscribe(settled)
    } catch {
      // No token or configuration yet, or no sockets in this browser: polling continues, and a later attempt may succeed.
      if (!left) again()
    }
  }
  rereads.asking(true)
  void join()
  return () => {
    left = true
    cancelWait()
    rereads.stop()
    leaveChannel()
  }
}

/**
 * Joined means that database changes are being streamed, not just that the server answered. `gather`: when many read what
 * changes often, the server may say so once a second instead of sending each row. Supabase does not know it.
 */
const channelOptions = { config: { postgres_changes_options: { wait: true, gather: true } } }

// The client types each event separately; one type is enough here.
type AnyChange = RealtimePostgresChangesPayload<Row>

const asChange = ({ table, eventType, new: row, old }: AnyChange): RowChange => ({
  table,
  event: eventType,
  row: row as Row,
  old: old as Row,
})

type Delivery = Pick<Tools, 'clock' | 'limiter'> & { rereads: ReturnType<typeof createRereads> }

/** Events over the limit are not delivered one by one: watchers that can refetch do so once, others wait. */
function limited(watcher: Watcher, { clock, limiter, rereads }: Delivery, over: () => boolean) {
  let isLate = false
  const deliver = (change: RowChange): void => {
    if (over() || isLate) return
    const wait = limiter.wait()
    if (!wait) {
      watcher.onChange(change)
      return
    }
    isLate = watcher.onMissed !== undefined
    clock.after(wait, () => {
      if (!isLate) return deliver(change)
      isLate = false
      if (!over()) rereads.within(realtimeLimits.rereadMs)
    })
  }
  return deliver
}

/**
 * When a watcher reads again what it was not told: at a moment of its own, because thousands of others do too.
 */
function createRereads(clock: Clock, read: (() => void) | undefined) {
  let cancelRead: (() => void) | undefined
  let cancelAsk: (() => void) | undefined
  const ask = () => {
    cancelAsk = clock.after(realtimeLimits.askEveryMs * (1 + Math.random()), () => {
      read?.()
      ask()
    })
  }
  return {
    /** Once within this time, however often that is called meanwhile. */
    within(ms: number): void {
      cancelRead ??= clock.after(ms * Math.random(), () => {
        cancelRead = undefined
        read?.()
      })
    },
    /** There are no live updates, because the server is full or away: asks from time to time, and says nothing. */
    asking(isAsking: boolean): void {
      if (isAsking && !cancelAsk && read) ask()
      if (isAsking) return
      cancelAsk?.()
      cancelAsk = undefined
    },
    stop(): void {
      cancelRead?.()
      cancelAsk?.()
    },
  }
}
