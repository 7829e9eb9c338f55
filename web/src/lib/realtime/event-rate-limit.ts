import type { Clock } from '#web/platform/device/clock.ts'

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
export type EventRation = ReturnType<typeof createEventRation>
