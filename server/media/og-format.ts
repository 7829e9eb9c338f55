import type { FormatPage } from '@hot/domain/contract/format'
import { shortDay } from '@hot/domain/time/german-date'
import { readableTextColor } from '../../web/src/ui/color/readable-text-color.ts'
import { formatCount } from '../../web/src/ui/data/format-number.ts'
import { box, element, line, lines, logo, margin, picture, pictureHeight, pictureWidth, raster } from './og-svg.ts'
import { fitText, showable } from './og-text.ts'

export type PicturedFormat = Pick<
  FormatPage,
  'name' | 'emoji' | 'color' | 'seasons_count' | 'participants' | 'next_episode'
>

const footY = pictureHeight - 44
const emojiSize = 360

function facts({ seasons_count, participants, next_episode: next }: PicturedFormat): string[] {
  const told = [
    seasons_count > 0 && (seasons_count === 1 ? '1 Staffel' : `${formatCount(seasons_count)} Staffeln`),
    participants > 0 && (participants === 1 ? '1 Gesicht' : `${formatCount(participants)} Gesichter`),
  ].filter((fact) => fact !== false)
  const date = next && `Nächster Termin: ${shortDay(next.event_date)}, ${next.event_time.slice(0, 5)} Uhr`
  return [told.join(' · '), date].filter((fact): fact is string => Boolean(fact))
}

/** The tile of a format at the size of a poster: its colour, raster and cropped emoji. */
export function formatPicture(format: PicturedFormat): string {
  const ink = readableTextColor(format.color)
  const emoji = showable(format.emoji ?? '', 'lead')
  const title = fitText(format.name, 'lead', {
    width: pictureWidth - 2 * margin,
    height: 290,
    from: 170,
    to: 60,
    lineHeight: 0.93,
  })
  const told = facts(format)
  const emojiAt = `rotate(-8 ${pictureWidth - 200} ${pictureHeight - 160})`
  return picture(format.color, [
    raster({ x: 0, y: 0, width: pictureWidth, height: pictureHeight }, -10, 16),
    emoji &&
      element(
        'g',
        { transform: emojiAt },
        line(emoji, pictureWidth + 30, pictureHeight + 10, { face: 'lead', size: emojiSize, anchor: 'end', fill: ink }),
      ),
    lines(title.lines, margin, 60, 0.93, { face: 'lead', size: title.size, fill: ink }),
    ...told.map((fact, index) =>
      line(fact, margin, footY - 84 - (told.length - 1 - index) * 46, { face: 'text', size: 34, fill: ink }),
    ),
    box(margin, footY - 66, 120, 6, ink),
    logo(margin, footY, 60, ink, ink).drawn,
  ])
}
