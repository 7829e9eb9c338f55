import { type StarPage, starPage } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { formatCount } from '../../../web/src/ui/data/format-number.ts'
import { at, box, colors, fitted, footY, logo, margin, picture, pictureWidth, text } from '../og-node.ts'
import { type Draw, heat, portrait, portraitSize, readPortrait, thermometer } from '../og-parts.ts'

type PicturedStar = Pick<
  StarPage,
  'id' | 'first_name' | 'last_name' | 'nickname' | 'hot_score' | 'votes' | 'rank' | 'seasons'
>

const left = portraitSize.width + 56
const width = pictureWidth - left - margin
const gaugeY = 470

const votesOf = (votes: number) => (votes === 1 ? '1 Stimme' : `${formatCount(votes)} Stimmen`)

/** Photo, name and score of a star. */
async function starPicture(star: PicturedStar, photo?: string): Promise<string> {
  const name = [star.first_name, star.last_name].filter(Boolean).join(' ') || starName(star)
  const nickname = name === starName(star) ? null : star.nickname
  const room = { width, height: nickname ? 194 : 230, from: 140, to: 40, lineHeight: 0.94 }
  const { hot_score: score, rank, votes } = star
  const stats = [rank !== null && `Platz ${formatCount(rank)}`, votesOf(votes)].filter(Boolean).join(' · ')
  return picture(
    colors.paper,
    await portrait({ id: star.id, name, photo }),
    at(
      left,
      52,
      { width, flexDirection: 'column' },
      await fitted(name, 'lead', room),
      nickname &&
        text(`„${nickname}“`, 'title', 40, { color: colors.hotInk, marginTop: 14, lineHeight: 1.1, ...oneLine(width) }),
    ),
    score === null
      ? at(left, gaugeY - 82, {}, text('Noch zu kühl', 'title', 62, { color: colors.ink2 }))
      : at(left - 4, gaugeY - 34 - 150 * 0.834, {}, heat(score, 150)),
    at(left, gaugeY, {}, thermometer(score, width, 18)),
    logo(left, 60),
    box({ position: 'absolute', right: margin, top: footY - 25 }, text(stats, 'text', 30, { color: colors.ink2 })),
  )
}

const oneLine = (width: number) => ({ width, display: 'block', lineClamp: 1, wordBreak: 'break-word' })

export const drawStar: Draw = async (slug, sources) => {
  const star = await sources.rpc('star_page', starPage.nullable(), { p_slug: slug })
  return star && starPicture(star, await readPortrait(star.avatar_url, sources))
}
