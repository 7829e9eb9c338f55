import { type NetworkPolicy, retryDelayMs } from '@hot/domain/query-policy'
import type { Clock } from './clock.ts'
import { DataError } from './data-error.ts'
import type { Mark, MarkKey } from './own-marks.ts'

/** How one kind of mark (the part of its key before the colon) is written and what follows from it. */
type MarkKind = {
  /** Leaves the server with this mark, whatever it had before. Throws DataError. */
  write(id: string, mark: Mark, signal: AbortSignal): Promise<void>
  /** The shown mark changed from one known state to another, on a tap or when taken back: counts move with it. */
  moved?(id: string, from: Mark, to: Mark): void
  /** Nothing is on its way any more, whatever came of it. */
  settled?(id: string): void
  /** Mark or counts may differ from the server's: ask again. */
  stale(id: string): void
  /** Refused, or no answer after all retries; what was shown is taken back already. Says so. */
  failed(id: string, error: unknown): void
}

export type MarkNews = { owner: string; key: MarkKey; mark: Mark }

type QueueSurroundings = {
  clock: Clock
  online(): boolean
  policy(): NetworkPolicy
  owner(): string | undefined
  shown(key: MarkKey): Mark | undefined
  show(entries: [MarkKey, Mark | undefined][]): void
  /** Tells the viewer's other tabs. */
  announce(news: MarkNews): void
}

type Target = {
  wanted: Mark
  /** Shown before the first tap. */
  before: Mark | undefined
  /** What the server had was not known: counts were not moved, and are asked for at the end. */
  guessed: boolean
  /** Something was sent whose answer did not come: the server may have it or not. */
  unsure: boolean
  /** Another tab changed it meanwhile. */
  foreign: boolean
  taps: number
}

const parts = (key: MarkKey) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)] as const

const mayHaveBeenLost = (error: unknown) =>
  !(error instanceof DataError) || error.status === 0 || (error.status >= 500 && error.status < 600)

/** One queue per mark: shows at once, sends one request at a time, and only the last tap of those that came meanwhile. */
export function createToggleQueue(around: QueueSurroundings) {
  const kinds = new Map<string, MarkKind>()
  const targets = new Map<MarkKey, Target>()
  /** What the server has, as far as it said so. */
  const known = new Map<MarkKey, Mark>()
  const touched = new Map<MarkKey, number>()
  let tick = 0
  let running = new AbortController()

  const kindOf = (key: MarkKey): MarkKind => {
    const kind = kinds.get(parts(key)[0])
    if (!kind) throw new Error(`nobody defined how to write ${key}`)
    return kind
  }
  const after = (ms: number) => new Promise<void>((resolve) => around.clock.after(ms, resolve))

  /** One request with the time limit of the connection; over as well when the member changes. */
  function send(key: MarkKey, mark: Mark, ended: AbortSignal, policy: NetworkPolicy): Promise<void> {
    const late = new AbortController()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        late.abort()
        reject(new DataError('', 0, 'no answer'))
      }
      const stopClock = around.clock.after(policy.timeoutMs, giveUp)
      ended.addEventListener('abort', giveUp)
      kindOf(key)
        .write(parts(key)[1], mark, late.signal)
        .then(resolve, reject)
        .finally(() => {
          stopClock()
          ended.removeEventListener('abort', giveUp)
        })
    })
  }

  async function run(key: MarkKey, target: Target, ended: AbortSignal): Promise<void> {
    let attempt = 0
    let taps = target.taps
    while (target.unsure || target.wanted !== known.get(key)) {
      const { wanted } = target
      const policy = around.policy()
      const lostBefore = target.unsure
      target.unsure = true
      try {
        await send(key, wanted, ended, policy)
        if (ended.aborted) return
        known.set(key, wanted)
        target.unsure = false
        attempt = 0
      } catch (error) {
        if (ended.aborted) return
        if (target.taps !== taps) attempt = 0
        taps = target.taps
        if (!mayHaveBeenLost(error)) target.unsure = lostBefore
        if (!mayHaveBeenLost(error) || attempt >= policy.retries || !around.online()) {
          takeBack(key, target, error)
          return
        }
        await after(retryDelayMs(attempt, policy))
        if (ended.aborted) return
        attempt += 1
      }
    }
    finish(key, target)
    const owner = around.owner()
    if (owner) around.announce({ owner, key, mark: target.wanted })
  }

  function move(key: MarkKey, to: Mark | undefined): void {
    const from = around.shown(key)
    around.show([[key, to]])
    if (known.has(key) && from !== undefined && to !== undefined && from !== to)
      kindOf(key).moved?.(parts(key)[1], from, to)
  }

  function takeBack(key: MarkKey, target: Target, error: unknown): void {
    move(key, known.has(key) ? known.get(key) : target.before)
    finish(key, target)
    kindOf(key).failed(parts(key)[1], error)
  }

  function finish(key: MarkKey, target: Target): void {
    targets.delete(key)
    touched.set(key, ++tick)
    kindOf(key).settled?.(parts(key)[1])
    if (target.unsure || target.foreign || target.guessed) kindOf(key).stale(parts(key)[1])
  }

  return {
    /** Once per kind, before its first mark is set. */
    define: (name: string, kind: MarkKind): void => void kinds.set(name, kind),
    /** What the viewer wants there from now on; shown before this returns. */
    set(key: MarkKey, wanted: Mark): void {
      const target = targets.get(key)
      const before = around.shown(key)
      touched.set(key, ++tick)
      move(key, wanted)
      if (target) {
        target.wanted = wanted
        target.taps += 1
        return
      }
      const begun: Target = { wanted, before, guessed: !known.has(key), unsure: false, foreign: false, taps: 0 }
      targets.set(key, begun)
      void run(key, begun, running.signal)
    },
    /** Whether something is on its way there. */
    busy: (key: MarkKey): boolean => targets.has(key),
    /** Call it before asking the server for marks; what comes back is taken where nobody acted since. */
    expect(): (entries: [MarkKey, Mark][]) => void {
      const since = ++tick
      const { signal } = running
      return (entries) => {
        if (signal.aborted) return
        const untouched = entries.filter(([key]) => !targets.has(key) && (touched.get(key) ?? 0) < since)
        for (const [key, mark] of untouched) known.set(key, mark)
        around.show(untouched)
      }
    },
    /** News from another tab of the same member. */
    hear({ owner, key, mark }: MarkNews): void {
      if (owner !== around.owner()) return
      const target = targets.get(key)
      if (target) {
        target.foreign = true
        return
      }
      if (!kinds.has(parts(key)[0]) || around.shown(key) === undefined) return
      touched.set(key, ++tick)
      known.set(key, mark)
      around.show([[key, mark]])
      kindOf(key).stale(parts(key)[1])
    },
    /** Somebody else is looking: nothing that waits is sent in their name. */
    clear(): void {
      running.abort()
      running = new AbortController()
      targets.clear()
      known.clear()
      touched.clear()
    },
  }
}
