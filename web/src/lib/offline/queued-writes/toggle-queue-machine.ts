import { retryWaitMs } from '#web/lib/api/transport/retry-rule.ts'
import type { Mark, MarkKey } from './own-reactions.ts'
import type { MarkKind, MarkNews, QueueSurroundings } from './toggle-queue-kinds.ts'
import { isUnanswered, mayHaveBeenLost, sendInTime } from './toggle-queue-send.ts'
import { beginning, partsOf, type Target } from './toggle-target.ts'

/** One queue per mark: shows at once, sends one request at a time, and only the last tap of those that came meanwhile. */
export function createToggleQueue(around: QueueSurroundings) {
  const kinds = new Map<string, MarkKind>()
  const targets = new Map<MarkKey, Target>()
  /** What the server has, as far as it said so. */
  const known = new Map<MarkKey, Mark>()
  const touched = new Map<MarkKey, number>()
  let tick = 0
  let resuming = false
  let running = new AbortController()

  const kindOf = (key: MarkKey): MarkKind => {
    const kind = kinds.get(partsOf(key)[0])
    if (!kind) throw new Error(`nobody defined how to write ${key}`)
    return kind
  }
  const after = (ms: number) => new Promise<void>((resolve) => around.clock.after(ms, resolve))

  async function run(key: MarkKey, target: Target, ended: AbortSignal): Promise<void> {
    let attempt = 0
    let taps = target.taps
    while (target.unsure || target.wanted !== known.get(key)) {
      const { wanted } = target
      const policy = around.policy()
      const lostBefore = target.unsure
      target.unsure = true
      try {
        await sendInTime(
          (signal) => kindOf(key).write(partsOf(key)[1], wanted, signal),
          ended,
          policy.timeoutMs,
          around.clock,
        )
        if (ended.aborted) return
        known.set(key, wanted)
        target.unsure = false
        attempt = 0
      } catch (error) {
        if (ended.aborted) return
        if (target.taps !== taps) attempt = 0
        taps = target.taps
        if (!mayHaveBeenLost(error)) target.unsure = lostBefore
        const wait = around.online() ? retryWaitMs(attempt, error, policy, around.random()) : null
        if (wait === null) {
          if (isUnanswered(error)) keep(key, target)
          else takeBack(key, target, error)
          return
        }
        await after(wait)
        if (ended.aborted) return
        attempt += 1
      }
    }
    finish(key, target)
    const owner = around.owner()
    if (owner) around.announce({ owner, key, mark: target.wanted })
  }

  function again(key: MarkKey, target: Target): Promise<void> {
    target.kept = false
    return run(key, target, running.signal)
  }

  function move(key: MarkKey, to: Mark | undefined): void {
    const from = around.shown(key)
    around.show([[key, to]])
    if (known.has(key) && from !== undefined && to !== undefined && from !== to)
      kindOf(key).moved?.(partsOf(key)[1], from, to)
  }

  function keep(key: MarkKey, target: Target): void {
    target.kept = true
    target.stored = true
    if (around.keep(key, target.wanted)) kindOf(key).kept?.()
  }

  function takeBack(key: MarkKey, target: Target, error: unknown): void {
    move(key, known.has(key) ? known.get(key) : target.before)
    finish(key, target)
    kindOf(key).failed(partsOf(key)[1], error)
  }

  function finish(key: MarkKey, target: Target): void {
    targets.delete(key)
    around.drop(key)
    touched.set(key, ++tick)
    kindOf(key).settled?.(partsOf(key)[1])
    if (target.unsure || target.foreign || target.guessed) kindOf(key).stale(partsOf(key)[1])
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
        if (target.stored) around.keep(key, wanted)
        if (target.kept) void again(key, target)
        return
      }
      const begun = beginning(wanted, before, !known.has(key))
      targets.set(key, begun)
      void run(key, begun, running.signal)
    },
    /** Left over from an earlier page, in the order of their taps: shown, and waiting for `resume`. What is on its way here is newer. */
    restore(entries: readonly (readonly [MarkKey, Mark])[]): void {
      for (const [key, wanted] of entries) {
        const waiting = targets.get(key)
        if (!kinds.has(partsOf(key)[0]) || (waiting && !waiting.kept)) continue
        const target = waiting ?? beginning(wanted, around.shown(key), !known.has(key))
        move(key, wanted)
        targets.delete(key)
        targets.set(key, { ...target, wanted, kept: true, stored: true })
        around.keep(key, wanted)
      }
    },
    /** There may be a network again: sends what waits, one after the other; `restore` has put it in the order of the last taps. */
    async resume(): Promise<void> {
      if (resuming) return
      resuming = true
      for (const [key, target] of targets) {
        if (!target.kept) continue
        await again(key, target)
        if (target.kept) break
      }
      resuming = false
    },
    /** The page goes: what is on its way may be cut off, so it is kept until its answer is here; sent twice, it is the same. */
    leave(): void {
      for (const [key, target] of targets) {
        target.stored = true
        around.keep(key, target.wanted)
      }
    },
    knows: (key: MarkKey): boolean => kinds.has(partsOf(key)[0]),
    /** Whether something is on its way there, or waits to be. */
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
      if (target && !target.kept) {
        target.foreign = true
        return
      }
      // What waits here is older than what has just been sent there.
      targets.delete(key)
      around.drop(key)
      if (!kinds.has(partsOf(key)[0]) || around.shown(key) === undefined) return
      touched.set(key, ++tick)
      known.set(key, mark)
      around.show([[key, mark]])
      kindOf(key).stale(partsOf(key)[1])
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
