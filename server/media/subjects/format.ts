import { isRerun } from '@hot/domain/calendar/event-kind'
import { type FormatPage, formatPage } from '@hot/domain/contract/format'
import { shortDay } from '@hot/domain/time/german-date'
import { readableTextColor } from '../../../web/src/ui/color/contrast.ts'
import { formatCount } from '../../../web/src/ui/data/format-number.ts'
import { at, box, fitted, footY, logo, margin, picture, pictureHeight, pictureWidth, raster, text } from '../og-node.ts'
import type { Draw } from '../og-parts.ts'

type PicturedFormat = Pick<FormatPage, 'name' | 'emoji' | 'color' | 'seasons_count' | 'participants' | 'next_episode'>

const emojiSize = 360

function stats({ seasons_count, participants, next_episode: next }: PicturedFormat): string[] {
  const counts = [
    seasons_count > 0 && (seasons_count === 1 ? '1 Staffel' : `${formatCount(seasons_count)} Staffeln`),
    participants > 0 && (participants === 1 ? '1 Gesicht' : `${formatCount(participants)} Gesichter`),
  ].filter(Boolean)
  const date =
    next &&
    `${isRerun(next) ? 'Nächste Wiederholung' : 'Nächster Termin'}: ${shortDay(next.event_date)}, ${next.event_time.slice(0, 5)} Uhr`
  return [counts.join(' · '), date].filter((line): line is string => Boolean(line))
}

/** Name and figures of a format on its colour, with halftone dots and a cropped emoji. */
async function formatPicture(format: PicturedFormat): Promise<string> {
  const ink = readableTextColor(format.color)
  const room = { width: pictureWidth - 2 * margin, height: 290, from: 170, to: 60, lineHeight: 0.93 }
  const lines = stats(format)
  return picture(
    format.color,
    raster(pictureWidth, pictureHeight, -10, 16),
    format.emoji &&
      box(
        { position: 'absolute', right: -30, top: pictureHeight + 10 - emojiSize * 0.834, transform: 'rotate(-8deg)' },
        text(format.emoji, 'lead', emojiSize, { color: ink }),
      ),
    at(margin, 60, {}, await fitted(format.name, 'lead', room, { color: ink })),
    at(
      margin,
      footY - 84 - (lines.length - 1) * 46 - 29,
      { flexDirection: 'column' },
      ...lines.map((line) =>
        text(line, 'text', 34, { color: ink, lineHeight: 46 / 34, marginTop: -6, marginBottom: 6 }),
      ),
    ),
    at(margin, footY - 66, { width: 120, height: 6, background: ink }),
    logo(margin, 60, ink, ink),
  )
}

export const drawFormat: Draw = async (slug, { rpc }) => {
  const format = await rpc('format_page', formatPage.nullable(), { p_slug: slug })
  return format && formatPicture(format)
}
