import type { ChartEntry } from '@hot/domain/chart/entries'
import type { ChartsPage } from '@hot/domain/contract/chart'
import { starName } from '@hot/domain/star/name'
import { formatCount } from '../../web/src/ui/data/format-number.ts'
import { heat, heatWidth, thermometer } from './og-heat.ts'
import {
  at,
  box,
  colors,
  fitted,
  footY,
  logo,
  margin,
  picture,
  pictureHeight,
  pictureWidth,
  text,
  widthOf,
} from './og-node.ts'
import { avatar } from './og-person.ts'

type Row = {
  id: string
  name: string
  format?: { color: string; emoji: string | null }
  score?: number | null
  value?: string
}

const left = 430
const right = pictureWidth - margin
const rowHeight = 182

/** The first three of a chart, each with what it is ranked by. */
function rowsOf(chart: ChartEntry['id'], page: ChartsPage): Row[] {
  const members = (list: ChartsPage['karma'], unit: string) =>
    list.map(({ member, value }) => ({ id: member.id, name: member.nickname, value: `${formatCount(value)} ${unit}` }))
  switch (chart) {
    case 'hot-bestenliste':
      return page.stars.map((star) => ({ id: star.id, name: starName(star), score: star.hot_score }))
    case 'format-statistiken':
      return page.formats.map(({ format, participants }) => ({
        id: format.id,
        name: format.short_name ?? format.name,
        format,
        value: `${formatCount(participants)} dabei`,
      }))
    case 'social-media-bestenliste':
      return page.social.map(({ star, followers }) => ({
        id: star.id,
        name: starName(star),
        value: formatCount(followers),
      }))
    case 'meinungsmacher':
      return members(page.opinion_makers, 'Leute')
    case 'karma-champs':
      return members(page.karma, 'Karma')
  }
}

function face(row: Row) {
  if (!row.format) return avatar({ id: row.id, name: row.name }, 100)
  const tile = { width: 100, height: 100, background: row.format.color, alignItems: 'center', justifyContent: 'center' }
  return box(tile, text(row.format.emoji ?? '', 'title', 60, { color: colors.ink }))
}

async function drawRow(row: Row, index: number) {
  const value = row.score === undefined ? text(row.value ?? '', 'title', 40) : row.score !== null && heat(row.score, 54)
  const valueWidth =
    row.score === undefined
      ? (await widthOf(row.value ?? '', 'title')) * 40
      : row.score === null
        ? 0
        : await heatWidth(row.score, 54)
  const nameRoom = { width: right - left - 218 - valueWidth - 24, height: 92, from: 44, to: 28, lineHeight: 1.06 }
  return at(
    left,
    50 + index * rowHeight,
    { width: right - left, flexDirection: 'column', color: colors.ink },
    box(
      { height: 108, alignItems: 'center' },
      text(String(index + 1), 'lead', 100, { width: 68, justifyContent: 'center', marginTop: 12 }),
      box({ marginLeft: 26, marginRight: 24 }, face(row)),
      box({ flexGrow: 1 }, await fitted(row.name, 'title', nameRoom)),
      value,
    ),
    row.score === undefined
      ? at(0, 128, { width: right - left, height: 4, background: colors.ink })
      : at(0, 126, {}, thermometer(row.score, right - left, 8)),
  )
}

/** Name of a chart and its first three. */
export async function chartPicture(chart: ChartEntry, page: ChartsPage): Promise<string> {
  const rows = rowsOf(chart.id, page).slice(0, 3)
  const room = { width: left - margin - 84, height: 330, from: 84, to: 40, lineHeight: 0.94 }
  return picture(
    colors.paper,
    at(0, 0, { width: left - 60, height: pictureHeight, background: colors.hot }),
    at(margin, 56, { color: colors.ink }, await fitted(chart.title, 'lead', room)),
    at(margin - 6, footY - 192, { color: colors.ink }, text(chart.emoji, 'title', 110)),
    rows.length === 0 && at(left, 88, { color: colors.ink }, text('Noch keine Plätze vergeben.', 'title', 40)),
    ...(await Promise.all(rows.map(drawRow))),
    logo(margin, 60, colors.ink, colors.paper),
  )
}
