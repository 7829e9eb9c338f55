/** Ticks on the 270° of the dial. */
export const tickCount = 50

const tick = 0.63
const gap = 1 - tick
/** Length of the whole circle in ticks: the last tick ends exactly at 270°. */
export const circleLength = ((tickCount - gap) * 360) / 270

/** How many ticks a score of 0–100 lights; the least heat lights one. */
export function litTicks(score: number): number {
  if (score <= 0) return 0
  return Math.max(1, Math.round((Math.min(score, 100) / 100) * tickCount))
}

/** `stroke-dasharray` that draws the first `count` ticks of the circle and nothing else. */
export function dashesFor(count: number): string {
  if (count === 0) return `0 ${circleLength}`
  return `${`${tick} ${gap} `.repeat(count - 1)}${tick} ${circleLength}`
}
