import type { ChartEntry } from '@hot/domain/chart/entries'
import type { ChartsPage } from '@hot/domain/contract/chart'
import { starName } from '@hot/domain/star/name'
import { formatCount } from '../../web/src/ui/data/format-number.ts'
import { heat, thermometer } from './og-heat.ts'
import { avatar, type Person } from './og-person.ts'
import { box, colors, element, line, lines, logo, margin, picture, pictureHeight, pictureWidth } from './og-svg.ts'
import { fitText, oneLine, showable } from './og-text.ts'

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
const footY = pictureHeight - 44

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

function face(row: Row, x: number, y: number, key: string): string {
  const person: Person = { id: row.id, name: row.name }
  if (!row.format) return avatar(person, x, y, 100, key)
  const emoji = showable(row.format.emoji ?? '', 'title')
  return (
    box(x, y, 100, 100, row.format.color) + line(emoji, x + 50, y + 72, { face: 'title', size: 60, anchor: 'middle' })
  )
}

function drawRow(row: Row, index: number): string {
  const top = 50 + index * rowHeight
  const baseline = top + 74
  const value =
    row.score === undefined
      ? { drawn: line(row.value ?? '', right, baseline, { face: 'title', size: 40, anchor: 'end' }), width: 240 }
      : row.score === null
        ? { drawn: '', width: 0 }
        : heat(row.score, right, baseline, 54)
  const nameX = left + 218
  const name = fitText(row.name, 'title', {
    width: right - nameX - value.width - 24,
    height: 92,
    from: 44,
    to: 28,
    lineHeight: 1.06,
  })
  const nameTop = top + 12 + (92 - name.lines.length * name.size * 1.06) / 2 - 4
  return [
    line(String(index + 1), left + 34, top + 90, { face: 'lead', size: 100, anchor: 'middle' }),
    face(row, left + 94, top + 4, `face-${index}`),
    lines(name.lines, nameX, nameTop, 1.06, { face: 'title', size: name.size }),
    value.drawn,
    row.score === undefined
      ? box(left, top + 128, right - left, 4, colors.ink)
      : thermometer(row.score, left, top + 126, right - left, 8),
  ].join('')
}

/** Name of a chart and its first three. */
export function chartPicture(chart: ChartEntry, page: ChartsPage): string {
  const rows = rowsOf(chart.id, page).slice(0, 3)
  const title = fitText(chart.title, 'lead', {
    width: left - margin - 84,
    height: 330,
    from: 84,
    to: 40,
    lineHeight: 0.94,
  })
  const emoji = showable(chart.emoji, 'title')
  return picture(colors.paper, [
    element('rect', { x: 0, y: 0, width: left - 60, height: pictureHeight, fill: colors.hot }),
    lines(title.lines, margin, 56, 0.94, { face: 'lead', size: title.size }),
    line(emoji, margin - 6, footY - 100, { face: 'title', size: 110 }),
    rows.length === 0
      ? line(oneLine('Noch keine Plätze vergeben.', 'title', 14), left, 120, { face: 'title', size: 40 })
      : '',
    ...rows.map(drawRow),
    logo(margin, footY, 60, colors.ink, colors.paper).drawn,
  ])
}
