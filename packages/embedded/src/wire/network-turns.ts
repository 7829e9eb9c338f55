import { networkOf } from './networks.ts'

/** More waits than can be done in reasonable time. */
export class TurnsFull extends Error {
  constructor() {
    super('too many wait for their turn')
    this.name = 'TurnsFull'
  }
}

export type TurnLimits = {
  running: number
  /** The part of `running` that one network may use. */
  runningPerNetwork: number
  waiting: number
  waitingPerNetwork: number
}

/** Runs `make` when it is the turn of the address's network. Throws TurnsFull. */
export type Turns = <T>(address: string, make: () => Promise<T>) => Promise<T>

/** The work of one network. */
type Lane = { network: string; running: number; waiting: (() => void)[] }

/**
 * Networks take turns, however much each has waiting, so a flood from one of them delays others by a piece of work or
 * two. IPv6 addresses are grouped by /48, since one subscriber may have a whole /48.
 */
export function networkTurns(limits: TurnLimits): Turns {
  /** By network, in the order in which they take their next turn. */
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0

  function laneOf(address: string): Lane {
    const { network, site = network } = networkOf(address)
    return lanes.get(site) ?? { network: site, running: 0, waiting: [] }
  }

  /** No network may have more places than are still free, so that a network which comes later still gets one. */
  const isFull = (lane: Lane) => lane.waiting.length >= Math.min(limits.waitingPerNetwork, limits.waiting - waiting)

  function begin(lane: Lane): void {
    const start = lane.running < limits.runningPerNetwork ? lane.waiting.shift() : undefined
    if (!start) return
    waiting -= 1
    running += 1
    lane.running += 1
    lanes.delete(lane.network)
    lanes.set(lane.network, lane)
    start()
  }

  /** `begin` moves a lane to the end of the map, so it is visited again after all others. */
  function takeTurns(): void {
    for (const lane of lanes.values()) {
      if (running >= limits.running) return
      begin(lane)
    }
  }

  function end(lane: Lane): void {
    running -= 1
    lane.running -= 1
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(lane.network)
    // Lets the event loop read what arrived during this work before the next one begins.
    setImmediate(takeTurns)
  }

  return async (address, make) => {
    const lane = laneOf(address)
    if (isFull(lane)) throw new TurnsFull()
    const turn = Promise.withResolvers<void>()
    lane.waiting.push(turn.resolve)
    lanes.set(lane.network, lane)
    waiting += 1
    takeTurns()
    await turn.promise
    try {
      return await make()
    } finally {
      end(lane)
    }
  }
}
