/** Work that goes on after its request was answered. */
export type BackgroundWork = {
  /** Failures are logged by their kind only: a message may contain an address. */
  run(work: () => Promise<void>): void
  /** Waits until nothing is running. */
  idle(): Promise<void>
}

export function backgroundWork(failed: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const done = work()
        .catch(failed)
        .finally(() => running.delete(done))
      running.add(done)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
