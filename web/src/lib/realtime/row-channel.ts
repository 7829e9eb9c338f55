import { reconnectDelayMs } from '@hot/domain/network/realtime-limits'
import type { RealtimeClient, RealtimePostgresChangesPayload } from '@supabase/realtime-js'
import type { Clock } from '#web/platform/device/clock.ts'
import type { RowChange, Watcher } from './row-watch.ts'

/** Lets `perSecond` events through each second, counted from the first one. */
export function createEventRation(clock: Clock, perSecond: number) {
  let from = 0
  let taken = 0
  return {
    /** 0: go ahead, it is counted; otherwise the milliseconds until the next second begins. */
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
type EventRation = ReturnType<typeof createEventRation>

type Row = Record<string, unknown>
type Tools = { client: () => Promise<RealtimeClient>; clock: Clock; ration: EventRation }

let channels = 0

/** One watcher's channel; it comes back by itself until it is left. Returns the way out. */
export function joinRows(watcher: Watcher, { client, clock, ration }: Tools, joinedBefore: boolean): () => void {
  let left = false
  let joined = joinedBefore
  let attempt = 0
  let leaveChannel = () => {}
  let cancelWait = () => {}
  const deliver = rationed(watcher, clock, ration, () => left)

  const settled = (status: string) => {
    if (left) return
    if (status === 'SUBSCRIBED') {
      attempt = 0
      if (joined) watcher.onMissed?.()
      else watcher.onJoined?.()
      joined = true
    }
    // Errors and time-outs the client mends itself; a channel the server closed (an expired token) stays closed.
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
      // No token or configuration yet, or no sockets in this browser: what polls goes on, and a later try may succeed.
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

/** Joined means that the database is being followed, not merely that the server answered. */
const channelOptions = { config: { postgres_changes_options: { wait: true } } }

// The client types its events one by one; here they are one.
type AnyChange = RealtimePostgresChangesPayload<Row>

const asChange = ({ table, eventType, new: row, old }: AnyChange): RowChange => ({
  table,
  event: eventType,
  row: row as Row,
  old: old as Row,
})

/** What exceeds the ration is not delivered one by one: whoever can fetch again does so once, others wait. */
function rationed(watcher: Watcher, clock: Clock, ration: EventRation, over: () => boolean) {
  let fetching = false
  const deliver = (change: RowChange): void => {
    if (over() || fetching) return
    const wait = ration.wait()
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
