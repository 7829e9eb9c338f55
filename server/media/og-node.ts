import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderAsync } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'
import { readableTextColor } from '../../web/src/ui/color/contrast.ts'

export const pictureWidth = 1200
export const pictureHeight = 630
/** Empty margin in px: some link previews crop the edges and round the corners. */
export const margin = 64
export const footY = pictureHeight - 44

/** The light theme's colours, since a picture cannot adapt to the reader's theme. */
export const colors = {
  paper: '#F6F5E9',
  sheet: '#FFFEF8',
  sunk: '#EAE7D6',
  ink: '#16130E',
  ink2: '#4F4A3B',
  rule: '#D5D0BA',
  hot: '#F43F12',
  hotInk: '#B62A08',
  ok: '#17693A',
  okSoft: '#D5EBD3',
  danger: '#A50F34',
  dangerSoft: '#F9D9DD',
} as const

/** Widths of the heading font (`lead` to `hottest`), and the font of plain text. */
export type Face = 'lead' | 'title' | 'wide' | 'hottest' | 'text'

const cuts: Record<Face, string> = {
  lead: 'hot-850-062',
  title: 'hot-850-080',
  wide: 'hot-850-100',
  hottest: 'hot-850-125',
  text: 'hot-600-100',
}
const fontFile = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'og-fonts', `${name}.ttf`))
const fonts: Font[] = Object.entries(cuts).flatMap(([name, cut]) =>
  ['west', 'east'].map((part) => ({
    name: part === 'west' ? name : `${name} ${part}`,
    data: fontFile(`${cut}-${part}`),
  })),
)

const noto = (name: string, file: string): Font => {
  const folder = path.dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-${name}/package.json`)))
  return { name: `Noto ${name}`, data: fs.readFileSync(path.join(folder, `${file}.ttf`)) }
}
/** Fonts by the language code that satori asks for. Each is loaded with the first text that needs it. */
const others: Readonly<Record<string, () => Font>> = {
  emoji: () => noto('emoji', '700Bold/NotoEmoji_700Bold'),
  'he-IL': () => noto('sans-hebrew', '900Black/NotoSansHebrew_900Black'),
  'ar-AR': () => noto('sans-arabic', '900Black/NotoSansArabic_900Black'),
}
const anyOther = () => noto('sans', '900Black/NotoSans_900Black')
const loaded = new Map<string, Font>()
function loadFont(code: string): Font {
  const font = loaded.get(code) ?? (others[code] ?? anyOther)()
  loaded.set(code, font)
  return font
}
const options = {
  fonts,
  loadAdditionalAsset: async (code: string) => [loadFont(code in others ? code : 'other')],
}

export type Style = Readonly<Record<string, string | number | undefined>>
type Element = { type: string; key: null; props: Record<string, unknown> }
type Child = Element | string | false | null | undefined

/** A `div` for satori; a flex container unless the style sets another display. */
export const box = (style: Style, ...children: Child[]): Element => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children: children.filter(Boolean) },
})

/** An absolutely positioned element. */
export const at = (left: number, top: number, style: Style, ...children: Child[]): Element =>
  box({ position: 'absolute', left, top, ...style }, ...children)

export const image = (src: string, style: Style): Element => ({ type: 'img', key: null, props: { src, style } })

/** Emoji of several that are joined into one sign, which the font has only in parts. */
const joined =
  /(\p{Extended_Pictographic})(?:\p{Emoji_Modifier}|\ufe0f)*(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*)+/gu
const oneSign = (sequence: string, first: string): string => {
  if (sequence.includes('🌈')) return '🌈'
  return /[👧👦👶]/u.test(sequence) ? '👪' : first
}

/** Letters of scripts that none of the fonts has. */
const foreign =
  /(?![\p{Default_Ignorable_Code_Point}\p{Script=Common}\p{Script=Inherited}])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{ASCII}]/u
/** Whether a text can be shown whole: what is left of one in Chinese would say something else, or nothing. */
export const isShowable = (text: string): boolean => !foreign.test(text.normalize('NFC'))

const foreignWords = new RegExp(`(?:${foreign.source})+`, 'gu')
/** Characters that are invisible, or that no font has: joiners, direction marks, skin tones, rare signs. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Cc}]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{ASCII}\p{Emoji}\u00a1-\u00bf\u2010-\u203a€−]/gu

/** The part of a text that the fonts can render, on one line; an ellipsis says where letters are left out. */
export const showable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(joined, oneSign)
    .replace(foreignWords, '…')
    .replace(unseen, '')
    .replace(/…(?: ?…)+/g, '…')
    .replace(/ +/g, ' ')
    .trim()

/** Whether a text begins, as far as letters go, with one that is read from the right. */
const isFromRight = (text: string): boolean => /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)

/** Extra space between words of the heading font, as a fraction of the font size. */
const wordSpacing = (face: Face) => (face === 'text' ? 0 : 0.07)

/** Text in one style; `size` in px. */
export const text = (given: string, face: Face, size: number, style: Style = {}): Element =>
  box(
    {
      fontFamily: face,
      fontSize: size,
      lineHeight: 1,
      wordSpacing: wordSpacing(face) * size,
      whiteSpace: 'pre-wrap',
      ...style,
    },
    showable(given),
  )

const sizeOf = (svg: string, side: 'width' | 'height') => Number(new RegExp(` ${side}="([\\d.]+)"`).exec(svg)?.[1])

/** Width of a text on one line, as a multiple of the font size. */
export async function widthOf(given: string, face: Face): Promise<number> {
  const node = text(given, face, 100, { whiteSpace: 'pre' })
  return sizeOf(await satori(node, { ...options, height: 200 }), 'width') / 100
}

/** Space for a text in px, and its largest (`from`) and smallest (`to`) font size. */
export type Room = { width: number; height: number; from: number; to: number; lineHeight: number }

const shrink = 0.94

/** The text as large as it fits. Text that does not fit at the smallest size is truncated with an ellipsis. */
export async function fitted(given: string, face: Face, room: Room, style: Style = {}): Promise<Element> {
  const shown = showable(given)
  const { width, height, from, to, lineHeight } = room
  const node = (size: number, more: Style = {}) =>
    text(shown, face, size, {
      width,
      lineHeight,
      textWrap: 'balance',
      wordBreak: 'break-word',
      display: 'block',
      ...(isFromRight(shown) && { textAlign: 'right' }),
      ...style,
      ...more,
    })
  const parts = shown.split(/ |(?<=\p{L}-)(?=\p{L})/u)
  const longest = await widthOf(
    parts.reduce((a, b) => (b.length > a.length ? b : a), ''),
    face,
  )
  const all: number[] = []
  for (let size = from; size > to; size *= shrink) all.push(size)
  const unbroken = all.filter((size) => longest * size <= width)
  // A word that is broken at any size is broken at the largest that has room.
  const sizes = unbroken.length > 0 ? unbroken : all
  let [fits, next] = [sizes.length, 0]
  while (next < fits) {
    const middle = (next + fits) >> 1
    const svg = await satori(node(sizes[middle] ?? to, { textWrap: 'wrap' }), { ...options, width })
    if (sizeOf(svg, 'height') <= height) fits = middle
    else next = middle + 1
  }
  const size = sizes[fits]
  return size
    ? node(size)
    : node(to, { textWrap: 'wrap', lineClamp: Math.max(1, Math.floor(height / (to * lineHeight))) })
}

/** The wordmark with its highlighted o, on the baseline `footY`. */
export const logo = (left: number, size: number, fill: string = colors.ink, o: string = colors.hot): Element =>
  at(
    left,
    footY - size * 0.834,
    {},
    text('H', 'lead', size, { color: fill }),
    text('o', 'hottest', size, { color: o }),
    text('T', 'lead', size, { color: fill }),
  )

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Halftone dots over the lower half of a surface, `grid` px apart and rotated by `angle` degrees, as on posters and
 * avatars. All dots form one path, which renders ten times as fast as a pattern.
 */
export function raster(width: number, height: number, angle: number, grid: number): Element {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const extent = Math.ceil(Math.hypot(width, height) / 2 / grid)
  const dots: string[] = []
  for (let row = 1; row <= extent; row += 1)
    for (let column = -extent; column <= extent; column += 1) {
      const x = width / 2 + (column * cos - row * sin) * grid
      const y = height / 2 + (column * sin + row * cos) * grid
      if (x >= 0 && x <= width && y >= 0 && y <= height) dots.push(`M${round(x)} ${round(y)}h0`)
    }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${dots.join('')}" stroke="${colors.ink}" stroke-width="${round(grid * 0.56)}" stroke-linecap="round" opacity="0.22"/></svg>`
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return image(src, { position: 'absolute', left: 0, top: 0, width, height })
}

/** SVG of a whole picture. */
export const picture = (background: string, ...parts: Child[]): Promise<string> =>
  satori(
    box(
      {
        width: pictureWidth,
        height: pictureHeight,
        background,
        color: readableTextColor(background),
        overflow: 'hidden',
      },
      ...parts,
    ),
    { ...options, width: pictureWidth, height: pictureHeight },
  )

/** Renders an SVG as PNG in a separate thread, so that pages are not delayed. */
export async function renderPng(svg: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from((await renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: 'off' })).asPng())
}
