type HapticsOptions = {
  /** No vibration with reduced motion either: no browser exposes the device's own setting for haptics. */
  reducedMotion: () => boolean
  tap: () => Promise<void>
}

const device: HapticsOptions = {
  reducedMotion: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  tap: async () => (await import('./haptics.native.ts')).lightTap(),
}

/** Gives light haptic feedback in the shells; a device without haptics is only logged. */
export function feelTap({ reducedMotion, tap }: HapticsOptions = device): void {
  if (!reducedMotion()) tap().catch(console.warn)
}
