/**
 * Waits for work at most `milliseconds`, Infinity for ever; then fails with what `late` makes. The work itself goes on,
 * and what becomes of it is nobody's concern any more.
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  if (!Number.isFinite(milliseconds)) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until work has ended, in whatever way, and at most `milliseconds`. */
export async function atMost(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const ended = work.then(
    () => {},
    () => {}, // whoever did the work has its error
  )
  await Promise.race([ended, promise])
  clearTimeout(timer)
}
