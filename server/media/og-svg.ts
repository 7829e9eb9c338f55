import { type Face, measure, type Run, runsOf, textsOf, wordSpacing } from './og-text.ts'

export const pictureWidth = 1200
export const pictureHeight = 630
/** Free on every side: some previews cut the edges, and round the corners. */
export const margin = 64

/** The light theme's colours: a picture cannot know the reader's theme. */
export const colors = {
  paper: '#F6F5E9',
  sheet: '#FFFEF8',
  sunk: '#EAE7D6',
  ink: '#16130E',
  ink2: '#4F4A3B',
  rule: '#D5D0BA',
  hot: '#F43F12',
  hotInk: '#B62A08',
  hotSoft: '#FFDCCB',
  ok: '#17693A',
  okSoft: '#D5EBD3',
  danger: '#A50F34',
  dangerSoft: '#F9D9DD',
  warn: '#FFD23F',
} as const

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (sign) => escapes[sign] ?? '')

const round = (value: number) => Math.round(value * 10) / 10

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element; numbers to a tenth of a pixel. */
export function element(name: string, attributes: Attributes, inside = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(String(value))}"`)
  return `<${name}${list.join('')}>${inside}</${name}>`
}

export const box = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string =>
  element('rect', { x, y, width: Math.max(0, width), height, fill, ...more })

export type TextStyle = {
  face: Face
  size: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  /** A line through the text, in this colour. */
  struck?: string
}

/** Between texts that had to be drawn apart, in parts of the font size. */
const gap = 0.2

const spans = (runs: readonly Run[]) =>
  runs.map((run) => element('tspan', { 'font-family': run.family }, escapeXml(run.text))).join('')

/** One line of text; `y` is its baseline. */
export function line(text: string, x: number, y: number, style: TextStyle): string {
  const { face, size, fill = colors.ink, anchor = 'start', struck } = style
  const width = measure(text, face) * size
  const left = x - width * { start: 0, middle: 0.5, end: 1 }[anchor]
  const common = { y, 'font-size': size, fill, 'word-spacing': wordSpacing(face) * size, 'xml:space': 'preserve' }
  const strike = () => (struck ? box(left, y - size * 0.3, width, Math.max(3, size * 0.07), struck) : '')
  const texts = textsOf(runsOf(text, face))
  if (texts.length < 2) return element('text', { ...common, x, 'text-anchor': anchor }, spans(texts.flat())) + strike()
  let at = left
  const written = texts.map((runs) => {
    const here = at
    at += (measure(runs.map((run) => run.text).join(''), face) + gap) * size
    return element('text', { ...common, x: here }, spans(runs))
  })
  return written.join('') + strike()
}

/** Lines below one another; `y` is the top of the first. */
export const lines = (texts: readonly string[], x: number, y: number, lineHeight: number, style: TextStyle): string =>
  texts.map((text, index) => line(text, x, y + style.size * (0.8 + index * lineHeight), style)).join('')

/** The wordmark, its o under power; `y` is its baseline. Returns its drawing and its width. */
export function logo(x: number, y: number, size: number, fill: string = colors.ink, o: string = colors.hot) {
  const letters: [string, Face, string][] = [
    ['H', 'lead', fill],
    ['o', 'hottest', o],
    ['T', 'lead', fill],
  ]
  let at = x
  const drawn = letters.map(([letter, face, color]) => {
    const here = at
    at += measure(letter, face) * size - wordSpacing(face) * size
    return line(letter, here, y, { face, size, fill: color })
  })
  return { drawn: drawn.join(''), width: at - x }
}

type Area = { x: number; y: number; width: number; height: number }

/**
 * The lower half of a surface in dots, turned by `angle` degrees: the raster of posters and avatars. Dots of one path: as
 * a pattern they took ten times as long to draw.
 */
export function raster({ x, y, width, height }: Area, angle: number, grid: number): string {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const reach = Math.ceil(Math.hypot(width, height) / 2 / grid)
  const dots: string[] = []
  for (let row = 1; row <= reach; row += 1)
    for (let column = -reach; column <= reach; column += 1) {
      const dotX = middleX + (column * cos - row * sin) * grid
      const dotY = middleY + (column * sin + row * cos) * grid
      const inside = Math.abs(dotX - middleX) <= width / 2 && Math.abs(dotY - middleY) <= height / 2
      if (inside) dots.push(`M${round(dotX)} ${round(dotY)}h0`)
    }
  return element('path', {
    d: dots.join(''),
    stroke: colors.ink,
    'stroke-width': grid * 0.56,
    'stroke-linecap': 'round',
    opacity: 0.22,
  })
}

/** The whole picture. */
export const picture = (background: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}" viewBox="0 0 ${pictureWidth} ${pictureHeight}">${box(0, 0, pictureWidth, pictureHeight, background)}${parts.join('')}</svg>`
