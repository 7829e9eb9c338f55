type Feeling = {
  /** Whoever wants less to move also wants less to shake; no browser tells the device's setting for touches. */
  still: () => boolean
  tap: () => Promise<void>
}

const device: Feeling = {
  still: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  tap: async () => (await import('./haptics.native.ts')).lightTap(),
}

/** A light tap in the hand, in the shells. A device that cannot is no failure. */
export function feelTap({ still, tap }: Feeling = device): void {
  if (!still()) tap().catch(console.warn)
}
