/** Pulling to refresh, in CSS pixels. */
export const pullRule = {
  /** A finger that has not gone this far may want anything. */
  decidedAt: 12,
  /** So far down the sign must have come for a release to count. */
  releasesAt: 64,
  /** It never comes further, however far the finger goes. */
  limit: 140,
} as const

/** How far the sign follows a finger: less and less (as iOS resists at the end of a list), and never past the limit. */
export const followed = (pulled: number): number =>
  pulled <= 0 ? 0 : pullRule.limit * (1 - 1 / (pulled / pullRule.limit + 1))

/** What a finger wants, by how far it has gone: undefined while that is open. Down and clearly not sideways is a pull. */
export function wantsPull(right: number, down: number): boolean | undefined {
  if (Math.hypot(right, down) < pullRule.decidedAt) return undefined
  return down > 1.5 * Math.abs(right)
}

/** One finger's way from touching to letting go. */
export function createPull(around: {
  /** How far the sign is down; 0 puts it away. */
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
    /** Whether the movement is a pull, so that the page must not scroll by it. */
    move(x: number, y: number): boolean {
      if (!from) return false
      const wants = pulling || wantsPull(x - from.x, y - from.y)
      if (wants === false) end()
      if (!wants) return false
      pulling = true
      const before = offset
      offset = followed(y - (from?.y ?? y))
      if (before < pullRule.releasesAt && offset >= pullRule.releasesAt) around.feel()
      around.show(offset)
      return true
    },
    release(): void {
      const enough = offset >= pullRule.releasesAt
      const wasPulling = pulling
      end()
      if (enough) around.refresh()
      else if (wasPulling) around.show(0)
    },
    /** A second finger, or the system, took over. */
    cancel(): void {
      if (pulling) around.show(0)
      end()
    },
  }
}
