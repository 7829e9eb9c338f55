/**
 * The oldest browsers and systems on which everything works. The build, both shells, the check of what the code calls
 * (scripts/floor) and the table in docs/architecture.md take them from here; ADR 155.
 */
export const floor = {
  /** Safari, and every browser and app on iOS. */
  safari: '16.4',
  /** Chrome, Edge and Android's WebView. */
  chrome: '111',
  firefox: '128',
  /** Android 8: its API level. Older ones get no WebView that new. */
  androidApi: 26,
} as const

/** As Vite, esbuild and Lightning CSS write them. */
export const buildTargets = [
  `safari${floor.safari}`,
  `ios${floor.safari}`,
  `chrome${floor.chrome}`,
  `firefox${floor.firefox}`,
]
