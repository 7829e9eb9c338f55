import { formatScore } from '../../web/src/ui/data/format-number.ts'
import { at, box, colors, type Face, text, widthOf } from './og-node.ts'

/** The hotter, the wider, in the steps that our fonts have. */
function heatFace(score: number): Face {
  if (score >= 88) return 'hottest'
  if (score >= 70) return 'wide'
  return score >= 45 ? 'title' : 'lead'
}

/** A score with its degree sign. */
export const heat = (score: number, size: number) =>
  box({}, text(formatScore(score), heatFace(score), size), text('°', 'lead', size, { color: colors.hotInk }))

export const heatWidth = async (score: number, size: number) =>
  ((await widthOf(formatScore(score), heatFace(score))) + (await widthOf('°', 'lead'))) * size

/** The rule that is filled to the score and ends in an ink tick; bare while there is none. */
export function thermometer(score: number | null, width: number, thickness: number) {
  const bare = { width, height: thickness, background: colors.rule }
  if (score === null) return box(bare)
  const filled = (width * score) / 100
  const tick = thickness * 1.6
  return box(
    { ...bare, position: 'relative' },
    box({ width: filled, height: thickness, background: colors.hot }),
    at(filled - 3, thickness / 2 - tick, { width: 6, height: tick * 2, background: colors.ink }),
  )
}
