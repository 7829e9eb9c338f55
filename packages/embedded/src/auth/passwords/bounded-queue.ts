import pLimit from 'p-limit'

/** Runs a task when its turn comes. */
export type BoundedQueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Runs at most `running` tasks at a time, in order of arrival, and lets at most `waiting` more wait. Beyond that it fails
 * with what `full` makes, instead of making everybody wait longer.
 */
export function boundedQueue(running: number, waiting: number, full: () => Error): BoundedQueue {
  const limit = pLimit(running)
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= running + waiting) throw full()
    return limit(task)
  }
}
