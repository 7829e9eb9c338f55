import type { StarPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { formatCount } from '../../web/src/ui/data/format-number.ts'
import { heat, thermometer } from './og-heat.ts'
import { portrait, portraitSize } from './og-person.ts'
import { colors, line, lines, logo, margin, picture, pictureHeight, pictureWidth } from './og-svg.ts'
import { fitText, oneLine } from './og-text.ts'

export type PicturedStar = Pick<
  StarPage,
  'id' | 'first_name' | 'last_name' | 'nickname' | 'hot_score' | 'votes' | 'rank' | 'seasons'
>

const left = portraitSize.width + 56
const width = pictureWidth - left - margin
const gaugeY = 470
const footY = pictureHeight - 44

const votesOf = (votes: number) => (votes === 1 ? '1 Stimme' : `${formatCount(votes)} Stimmen`)

function gauge({ hot_score: score, rank, votes }: PicturedStar): string {
  const said = [rank !== null && `Platz ${formatCount(rank)}`, votesOf(votes)].filter((text) => text !== false)
  const facts = line(said.join(' · '), pictureWidth - margin, footY, {
    face: 'text',
    size: 30,
    fill: colors.ink2,
    anchor: 'end',
  })
  if (score === null)
    return [line('Noch zu kühl', left, gaugeY - 30, { face: 'title', size: 62, fill: colors.ink2 }), facts].join('')
  return heat(score, left - 4, gaugeY - 34, 150, 'start').drawn + facts
}

/** Face, name and temperature of a star. */
export function starPicture(star: PicturedStar, photo?: string): string {
  const name = [star.first_name, star.last_name].filter(Boolean).join(' ') || starName(star)
  const title = fitText(name, 'lead', { width, height: star.nickname ? 194 : 230, from: 140, to: 40, lineHeight: 0.94 })
  const below = 56 + title.lines.length * title.size * 0.94
  const nickname = name === starName(star) ? null : star.nickname
  return picture(colors.paper, [
    portrait({ id: star.id, name, photo }, { x: 0, y: 0, ...portraitSize }, 'face'),
    lines(title.lines, left, 52, 0.94, { face: 'lead', size: title.size }),
    nickname
      ? line(oneLine(`„${nickname}“`, 'title', width / 40), left, below + 44, {
          face: 'title',
          size: 40,
          fill: colors.hotInk,
        })
      : '',
    gauge(star),
    thermometer(star.hot_score, left, gaugeY, width, 18),
    logo(left, footY, 60).drawn,
  ])
}
