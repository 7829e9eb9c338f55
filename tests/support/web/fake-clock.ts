import type { Clock } from '#web/platform/device/clock.ts'

type Timer = { at: number; callback: () => void }

/** Time advances only when the test moves it. */
export function fakeClock(): Clock & { advance(ms: number): void; setBack(ms: number): void } {
  let now = 1_800_000_000_000
  let timers: Timer[] = []
  /** Setting the clock does not fire timers. */
  let offset = 0
  return {
    now: () => now + offset,
    after(ms, callback) {
      const timer = { at: now + Math.max(0, ms), callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const { callback } of due.sort((a, b) => a.at - b.at)) callback()
    },
    setBack(ms) {
      offset -= ms
    },
  }
}
