import { networkOf } from '@hot/embedded/wire/networks'

/** More pages are queued than can be rendered in reasonable time. */
export class RenderQueueFull extends Error {
  constructor() {
    super('too many pages are waiting to be rendered')
    this.name = 'RenderQueueFull'
  }
}

export type RenderLimits = {
  /** Rendering is CPU work in one thread: more at once only delays all of them. */
  running: number
  /** The part of `running` that one network may use. */
  runningPerNetwork: number
  waiting: number
  waitingPerNetwork: number
}

/**
 * Three pages of one network keep both threads busy: one queries the database while another is rendered. With more,
 * several answers of the database would arrive together and their pages be rendered in one go, while all others wait.
 *
 * A hundred waiting pages take about a second; forty readers behind one address (a school, a mobile carrier) who open a
 * page at the same moment stay well below that. Crawlers and service workers fetch only a few at a time.
 */
export const renderLimits: RenderLimits = { running: 6, runningPerNetwork: 3, waiting: 300, waitingPerNetwork: 100 }

/** Runs `make` when it is the turn of the address's network. Throws RenderQueueFull. */
export type RenderQueue = <T>(address: string, make: () => Promise<T>) => Promise<T>

/** The renderings of one network. */
type Lane = { network: string; running: number; waiting: (() => void)[] }

/**
 * Networks take turns, however many pages each has waiting, so a flood from one of them delays others by a rendering or
 * two. IPv6 addresses are grouped by /48, since one subscriber may have a whole /48.
 */
export function renderQueue(limits: RenderLimits): RenderQueue {
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
    // Lets the event loop read what arrived during this rendering before the next one begins.
    setImmediate(takeTurns)
  }

  return async (address, make) => {
    const lane = laneOf(address)
    if (isFull(lane)) throw new RenderQueueFull()
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
