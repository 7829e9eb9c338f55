/** More pages are waiting than can be made in reasonable time. */
export class RenderQueueFull extends Error {
  constructor() {
    super('too many pages are waiting to be rendered')
    this.name = 'RenderQueueFull'
  }
}

/**
 * Runs at most `running` tasks at a time and lets at most `waiting` more wait in order, so that a burst of
 * uncached addresses neither fills the memory nor starves everything else. Beyond that: RenderQueueFull.
 */
export function renderQueue(running: number, waiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  let active = 0
  const line: (() => void)[] = []

  return async (task) => {
    if (active >= running) {
      if (line.length >= waiting) throw new RenderQueueFull()
      await new Promise<void>((resolve) => line.push(resolve))
    } else active += 1
    try {
      return await task()
    } finally {
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}
