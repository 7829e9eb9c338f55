type Feeling = {
  /** Reduced motion also means no vibration; no browser exposes the device's setting for haptics. */
  still: () => boolean
  tap: () => Promise<void>
}

const device: Feeling = {
  still: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  tap: async () => (await import('./haptics.native.ts')).lightTap(),
}

/** A light haptic tap, in the shells. Devices without haptics are ignored. */
export function feelTap({ still, tap }: Feeling = device): void {
  if (!still()) tap().catch(console.warn)
}
