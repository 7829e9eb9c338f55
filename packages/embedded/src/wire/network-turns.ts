import { ORDINARY, type RequestClass } from '../queue/request-class.ts'
import { words } from '../words.ts'
import { networkOf } from './networks.ts'

/** More waits than can be done in reasonable time. */
export class TurnsFull extends Error {
  /** Seconds after which it is likely to have been done. */
  readonly retryAfter: number | undefined
  constructor(retryAfter?: number) {
    super(words.log.tooManyWait)
    this.name = 'TurnsFull'
    this.retryAfter = retryAfter
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
export type Turns = <T>(address: string, make: () => Promise<T>, urgency?: RequestClass) => Promise<T>

type Piece = { lane: number; start: () => void }

/** The work of one network; what waits, by lane and then in the order of asking. */
type Work = { network: string; running: number; waiting: Piece[] }

/** So long is counted what ends: pieces may end in bursts. */
const MEASURED_MS = 500
/** After so long a pace says nothing any more: an outage must not refuse those who come when it is over. */
const FORGOTTEN_MS = 5_000
/** What is assumed of pieces before any have been counted: one slow piece says little of the next. */
const USUAL = { ms: 500, pieces: 25 } as const

/**
 * How long a place in the queue takes at present, in ms: what ended while somebody waited, by the time that it took. Each time
 * of counting has half the weight of the one after it.
 */
function paceOf(clock: () => number) {
  let known = { ...USUAL } as { ms: number; pieces: number }
  let since: number | undefined
  let ended = 0
  let measured = Number.NEGATIVE_INFINITY
  return {
    /** Somebody begins to wait. */
    waits: () => {
      if (since !== undefined) return
      since = clock()
      if (since - measured > FORGOTTEN_MS) known = { ...USUAL }
    },
    /** A piece has ended; `busy`: others wait. */
    ended: (busy: boolean) => {
      const now = clock()
      ended += 1
      if (since !== undefined && now - since >= MEASURED_MS) {
        known = { ms: known.ms / 2 + now - since, pieces: known.pieces / 2 + ended }
        measured = now
      } else if (busy) return
      since = busy ? now : undefined
      ended = 0
    },
    /** Of so many pieces. That nothing ends for long is waited for as well. */
    of: (pieces: number) => {
      const passed = since === undefined || ended > 0 ? 0 : clock() - since
      return (pieces * known.ms) / known.pieces + (passed < MEASURED_MS ? 0 : passed)
    },
  }
}

const insert = (waiting: Piece[], piece: Piece) => {
  const behind = waiting.findIndex((other) => other.lane > piece.lane)
  waiting.splice(behind < 0 ? waiting.length : behind, 0, piece)
}

/**
 * Networks take turns, however much each has waiting, so a flood from one of them delays others by a piece of work or
 * two. IPv6 addresses are grouped by /48, since one subscriber may have a whole /48. Of all that may begin, the lowest lane
 * is next. Who would have to wait for longer than its patience is refused at once.
 */
export function networkTurns(limits: TurnLimits, clock: () => number = () => performance.now()): Turns {
  /** By network, in the order in which they take their next turn. */
  const networks = new Map<string, Work>()
  /** How many wait, by lane. */
  const inLane = new Map<number, number>()
  const pace = paceOf(clock)
  let running = 0
  let waiting = 0

  function workOf(address: string): Work {
    const { network, site = network } = networkOf(address)
    return networks.get(site) ?? { network: site, running: 0, waiting: [] }
  }

  /** No network may have more places than are still free, so that a network which comes later still gets one. */
  const isFull = (work: Work) => work.waiting.length >= Math.min(limits.waitingPerNetwork, limits.waiting - waiting)

  const count = (lane: number, by: number) => inLane.set(lane, (inLane.get(lane) ?? 0) + by)

  /** What stands before a newcomer in this lane. */
  const ahead = (lane: number) => [...inLane].reduce((sum, [other, many]) => (other <= lane ? sum + many : sum), 0)

  /** The first network, in their order, whose next piece is of the lowest lane. */
  function nextWork(): Work | undefined {
    let next: Work | undefined
    for (const work of networks.values()) {
      const first = work.running < limits.runningPerNetwork ? work.waiting[0] : undefined
      if (first && first.lane < (next?.waiting[0]?.lane ?? Number.POSITIVE_INFINITY)) next = work
    }
    return next
  }

  function takeTurns(): void {
    while (running < limits.running) {
      const work = nextWork()
      const piece = work?.waiting.shift()
      if (!work || !piece) return
      waiting -= 1
      count(piece.lane, -1)
      running += 1
      work.running += 1
      // Its next turn comes after those of all others.
      networks.delete(work.network)
      networks.set(work.network, work)
      piece.start()
    }
  }

  function end(work: Work): void {
    running -= 1
    work.running -= 1
    pace.ended(waiting > 0)
    if (work.running === 0 && work.waiting.length === 0) networks.delete(work.network)
    // Lets the event loop read what arrived during this work before the next one begins.
    setImmediate(takeTurns)
  }

  return async (address, make, { lane, patience } = ORDINARY) => {
    const work = workOf(address)
    if (isFull(work)) throw new TurnsFull()
    const wait = Number.isFinite(patience) ? pace.of(ahead(lane) + 1) : 0
    if (waiting > 0 && wait > patience) throw new TurnsFull(Math.ceil(wait / 1_000))
    const turn = Promise.withResolvers<void>()
    insert(work.waiting, { lane, start: turn.resolve })
    count(lane, 1)
    networks.set(work.network, work)
    waiting += 1
    takeTurns()
    if (waiting > 0) pace.waits()
    await turn.promise
    try {
      return await make()
    } finally {
      end(work)
    }
  }
}
