/**
 * Which cached pages are outdated: all, or those that show one of the rows with these ids. Plain JSON, at most
 * `mostKeys` ids, so that it fits into a notification between processes.
 */
export type PurgeKeys = 'all' | readonly string[]

/** `at once`: a decision of staff. `soon`: what members change themselves, within a second. */
export type PageChange = { keys: PurgeKeys; when: 'at once' | 'soon' }

const purgedEvery = 1_000
export const mostKeys = 100

/**
 * Calls `purge` after changes. Changes by members share one purge per second, which always comes after the last of
 * them: otherwise a member could keep the cache empty by changing something again and again. A hundred rows are purged
 * without waiting.
 */
export function pagePurger(purge: (keys: PurgeKeys) => void, clock: () => number = Date.now) {
  let last = Number.NEGATIVE_INFINITY
  let waiting: NodeJS.Timeout | undefined
  let isAll = false
  const rows = new Set<string>()

  const now = () => {
    clearTimeout(waiting)
    waiting = undefined
    last = clock()
    const keys = isAll ? 'all' : [...rows]
    isAll = false
    rows.clear()
    purge(keys)
  }
  return ({ keys, when }: PageChange): void => {
    if (keys === 'all') isAll = true
    else for (const key of keys) rows.add(key)
    const pause = last + purgedEvery - clock()
    if (when === 'at once' || pause <= 0 || rows.size >= mostKeys) now()
    else waiting ??= setTimeout(now, pause).unref()
  }
}
