/** Pulling to refresh, in CSS pixels. */
export const pullRule = {
  /** Distance before a movement is classified. */
  decidedAt: 12,
  /** Offset of the indicator from which a release refreshes. */
  releasesAt: 64,
  /** Maximum offset of the indicator. */
  limit: 140,
} as const

/** Offset of the indicator: damped like iOS overscroll, and capped at the limit. */
export const followed = (pulled: number): number =>
  pulled <= 0 ? 0 : pullRule.limit * (1 - 1 / (pulled / pullRule.limit + 1))

/** Whether a movement is a pull: down and clearly not sideways. undefined: too short to tell. */
export function wantsPull(right: number, down: number): boolean | undefined {
  if (Math.hypot(right, down) < pullRule.decidedAt) return undefined
  return down > 1.5 * Math.abs(right)
}

/** The gesture of one finger, from touch to release. */
export function createPull(callbacks: {
  /** Sets the indicator's offset; 0 hides it. */
  show: (offset: number) => void
  feel: () => void
  refresh: () => void
}) {
  let from: { x: number; y: number } | undefined
  let pulling = false
  let offset = 0

  function end(): void {
    from = undefined
    pulling = false
    offset = 0
  }

  return {
    start(x: number, y: number): void {
      end()
      from = { x, y }
    },
    /** Whether the movement is a pull, so that the page must not scroll. */
    move(x: number, y: number): boolean {
      if (!from) return false
      const wants = pulling || wantsPull(x - from.x, y - from.y)
      if (wants === false) end()
      if (!wants) return false
      pulling = true
      const before = offset
      offset = followed(y - (from?.y ?? y))
      if (before < pullRule.releasesAt && offset >= pullRule.releasesAt) callbacks.feel()
      callbacks.show(offset)
      return true
    },
    release(): void {
      const enough = offset >= pullRule.releasesAt
      const wasPulling = pulling
      end()
      if (enough) callbacks.refresh()
      else if (wasPulling) callbacks.show(0)
    },
    /** A second finger or the system took over. */
    cancel(): void {
      if (pulling) callbacks.show(0)
      end()
    },
  }
}
