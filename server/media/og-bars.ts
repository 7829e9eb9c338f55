import type { PollOption, PostCard } from '@hot/domain/contract/post'
import { formatPercent } from '../../web/src/ui/data/format-number.ts'
import { box, colors, line, margin, pictureWidth } from './og-svg.ts'
import { oneLine } from './og-text.ts'

/** Drawn at the top left of its own coordinates, over the whole width between the margins. */
export type Bars = { drawn: string; height: number }

const width = pictureWidth - 2 * margin
const none: Bars = { drawn: '', height: 0 }
const mostOptions = 3

const hatch = `<pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="12" fill="${colors.ink}"/></pattern>`

/** `Stimmt` solid, `Stimmt nicht` hatched, as on the page; nothing while nobody has voted. */
export function rumorBar({ agree, disagree }: NonNullable<PostCard['rumor']>): Bars {
  const votes = agree + disagree
  if (votes === 0) return none
  const share = Math.round((agree / votes) * 100)
  const solid = (width * share) / 100
  const style = { face: 'title', size: 32 } as const
  return {
    height: 88,
    drawn: [
      hatch,
      line(`${formatPercent(share / 100)} Stimmt`, 0, 26, style),
      line(`Stimmt nicht ${formatPercent(1 - share / 100)}`, width, 26, { ...style, anchor: 'end' }),
      box(0, 44, width, 44, 'url(#hatch)'),
      box(2, 46, width - 4, 40, 'none', { stroke: colors.ink, 'stroke-width': 4 }),
      box(0, 44, solid, 44, colors.hot),
    ].join(''),
  }
}

/** The answers that lead, at most three; before the first vote they are round, like the buttons on the page. */
export function pollBars(options: readonly PollOption[]): Bars {
  const votes = options.reduce((sum, option) => sum + option.votes, 0)
  const shown = [...options].sort((a, b) => b.votes - a.votes || a.position - b.position).slice(0, mostOptions)
  const row = 62
  const most = Math.max(1, ...options.map((option) => option.votes))
  const drawn = shown.map((option, index) => {
    const y = index * row
    const text = { face: 'title', size: 30 } as const
    const answer = line(oneLine(option.text, 'title', (width - 190) / text.size), 24, y + 37, text)
    if (votes === 0)
      return box(2, y + 2, width - 4, 50, colors.sheet, { rx: 25, stroke: colors.ink2, 'stroke-width': 3 }) + answer
    const share = option.votes / votes
    return [
      box(0, y, width, 54, colors.sunk),
      box(0, y, width * share, 54, option.votes === most ? colors.hot : colors.rule),
      box(0, y, 8, 54, option.votes === most ? colors.ink : colors.ink2),
      answer,
      line(formatPercent(share), width - 20, y + 37, { ...text, anchor: 'end' }),
    ].join('')
  })
  return { drawn: drawn.join(''), height: shown.length * row - 8 }
}
