/** `at once`: a decision of staff. `soon`: what members change themselves, within a second. */
export type PurgeTime = 'at once' | 'soon'

const purgedEvery = 1_000

/**
 * Calls `purge` after changes. Changes by members share one purge per second, which always comes after the last of
 * them: otherwise a member could keep the cache empty by changing something again and again.
 */
export function pagePurger(purge: () => void, clock: () => number = Date.now): (when: PurgeTime) => void {
  let last = Number.NEGATIVE_INFINITY
  let waiting: NodeJS.Timeout | undefined

  const now = () => {
    clearTimeout(waiting)
    waiting = undefined
    last = clock()
    purge()
  }
  return (when) => {
    const pause = last + purgedEvery - clock()
    if (when === 'at once' || pause <= 0) return now()
    waiting ??= setTimeout(now, pause).unref()
  }
}
