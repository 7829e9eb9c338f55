import { formatScore } from '../../web/src/ui/data/format-number.ts'
import { box, colors, line } from './og-svg.ts'
import { type Face, measure } from './og-text.ts'

/** The hotter, the wider, in the steps that our fonts have. */
function heatFace(score: number): Face {
  if (score >= 88) return 'hottest'
  if (score >= 70) return 'wide'
  return score >= 45 ? 'title' : 'lead'
}

/** A score with its degree sign; `x` is its right end, or its left with `start`. Returns its drawing and its width. */
export function heat(score: number, x: number, y: number, size: number, anchor: 'start' | 'end' = 'end') {
  const face = heatFace(score)
  const number = formatScore(score)
  const [wide, degree] = [measure(number, face) * size, measure('°', 'lead') * size]
  const width = wide + degree
  const left = anchor === 'end' ? x - width : x
  const drawn =
    line(number, left, y, { face, size }) + line('°', left + wide, y, { face: 'lead', size, fill: colors.hotInk })
  return { drawn, width }
}

/** The rule that is filled to the score and ends in an ink tick; bare while there is none. */
export function thermometer(score: number | null, x: number, y: number, width: number, thickness: number): string {
  const bare = box(x, y, width, thickness, colors.rule)
  if (score === null) return bare
  const filled = (width * score) / 100
  const tick = thickness * 1.6
  return [
    bare,
    box(x, y, filled, thickness, colors.hot),
    box(x + filled - 3, y + thickness / 2 - tick, 6, tick * 2, colors.ink),
  ].join('')
}
