import { type ChartEntry, type ChartLeader, chartEntries } from '@hot/domain/chart/entries'
import { type ChartsPage, chartsPage } from '@hot/domain/contract/chart'
import { formatCount } from '../../../web/src/ui/data/format-number.ts'
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
} from '../og-node.ts'
import { avatar, type Draw, heat, heatWidth, thermometer } from '../og-parts.ts'

const left = 430
const right = pictureWidth - margin
const rowHeight = 182

const valueText = (leader: ChartLeader): string =>
  'count' in leader ? [formatCount(leader.count), leader.unit].filter(Boolean).join(' ') : ''

function face(row: ChartLeader) {
  if (!row.format) return avatar({ id: row.id, name: row.name }, 100)
  const tile = { width: 100, height: 100, background: row.format.color, alignItems: 'center', justifyContent: 'center' }
  return box(tile, text(row.format.emoji ?? '', 'title', 60, { color: colors.ink }))
}

async function drawRow(row: ChartLeader, index: number) {
  const score = 'score' in row ? row.score : undefined
  const value = score === undefined ? text(valueText(row), 'title', 40) : score !== null && heat(score, 54)
  const valueWidth =
    score === undefined
      ? (await widthOf(valueText(row), 'title')) * 40
      : score === null
        ? 0
        : await heatWidth(score, 54)
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
    score === undefined
      ? at(0, 128, { width: right - left, height: 4, background: colors.ink })
      : at(0, 126, {}, thermometer(score, right - left, 8)),
  )
}

/** Title of a chart and its first three entries. */
async function chartPicture(chart: ChartEntry, page: ChartsPage): Promise<string> {
  const rows = chart.leaders(page).slice(0, 3)
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

export const drawChart: Draw = async (key, { rpc }) => {
  const chart = chartEntries.find(({ id }) => id === key)
  return chart ? chartPicture(chart, await rpc('charts_page', chartsPage)) : null
}
