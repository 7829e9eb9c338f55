import { networkOf } from '@hot/embedded/gateway/networks'

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
  /** The same of one network. */
  runningPerNetwork: number
  waiting: number
  waitingPerNetwork: number
}

/**
 * Three of one network keep both threads busy: one asks the database while another is rendered. More would only be
 * rendered in one go once their answers arrive together, and everybody else would wait for all of them.
 *
 * A hundred waiting take about a second; forty readers behind one address (a school, a mobile carrier) who open a page
 * in the same moment stay well below. Crawlers and service workers fetch few at a time.
 */
export const renderLimits: RenderLimits = { running: 6, runningPerNetwork: 3, waiting: 300, waitingPerNetwork: 100 }

/** Renders when the turn of this address comes. Fails with RenderQueueFull. */
export type RenderQueue = <T>(address: string, make: () => Promise<T>) => Promise<T>

/** The renderings of one network. */
type Lane = { network: string; running: number; waiting: (() => void)[] }

/**
 * Networks take turns, whatever each of them has waiting: a network alone gets the full rate, and a flood delays others
 * by a rendering or two. IPv6 counts by /48, since a subscriber may have a whole one.
 */
export function renderQueue(limits: RenderLimits): RenderQueue {
  /** In the order of their next turns. */
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0

  function laneOf(address: string): Lane {
    const { network, site = network } = networkOf(address)
    return lanes.get(site) ?? { network: site, running: 0, waiting: [] }
  }

  /** Nobody gets more than is left for others, so a network that comes later still finds a place. */
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
    // What arrived while this was rendered is read before the next rendering begins.
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
