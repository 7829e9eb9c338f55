import fs from 'node:fs'
import path from 'node:path'

/** Widths of the heading font, and the font of plain text. */
export type Face = 'lead' | 'title' | 'wide' | 'hottest' | 'text'

export const fontFolder = path.join(import.meta.dirname, 'og-fonts')
const advances: Record<string, Record<string, number>> = JSON.parse(
  fs.readFileSync(path.join(fontFolder, 'advances.json'), 'utf8'),
)

const arabic = 'Noto Sans Arabic Black'
const scripts = ['Noto Sans Black', 'Noto Sans Hebrew Black', arabic, 'Noto Emoji']
const chain = (cut: string) =>
  [`HoT ${cut} west`, `HoT ${cut} east`, ...scripts].map((family) => ({
    family,
    widths: new Map(Object.entries(advances[family] ?? {})),
  }))
/** Where a letter is looked for, in this order. */
const chains = {
  lead: chain('850 062'),
  title: chain('850 080'),
  wide: chain('850 100'),
  hottest: chain('850 125'),
  text: chain('600 100'),
} satisfies Record<Face, unknown>

/** Letters of one font in a row. */
export type Run = { family: string; text: string }

/** Extra space between the words of the heading font, in parts of the font size. */
export const wordSpacing = (face: Face) => (face === 'text' ? 0 : 0.07)
/** Ignored by every font, or shown by none of ours: joiners, direction marks, variants, skin tones. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Cc}]/gu

const fontOf = (letter: string, face: Face) => chains[face].find(({ widths }) => widths.has(letter))

/** What our fonts can show of a text, on one line; letters of other scripts are left out rather than shown as boxes. */
export function showable(text: string, face: Face): string {
  const letters = [...text.normalize('NFC').replace(/\s+/gu, ' ').replace(unseen, '')]
  const shown = letters.filter((letter) => fontOf(letter, face)).join('')
  return shown.replace(/ +/g, ' ').trim()
}

export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const family = fontOf(letter, face)?.family
    if (!family) continue
    if (last?.family === family || (last?.family === arabic && letter === ' ')) last.text += letter
    else runs.push({ family, text: letter })
  }
  return runs
}

/**
 * Runs that must be drawn as texts of their own, from left to right: resvg draws nothing at all when Arabic, whose letters
 * join, shares a text with another font.
 */
export function textsOf(runs: readonly Run[]): Run[][] {
  const texts: Run[][] = []
  for (const run of runs) {
    const last = texts.at(-1)
    if (last && run.family !== arabic && last[0]?.family !== arabic) last.push(run)
    else texts.push([run.family === arabic ? { ...run, text: run.text.trim() } : run])
  }
  return runs[0]?.family === arabic ? texts.reverse() : texts
}

/** Width in parts of the font size; kerning, which makes it narrower, is not counted. */
export function measure(text: string, face: Face): number {
  let thousandths = 0
  for (const letter of text) thousandths += fontOf(letter, face)?.widths.get(letter) ?? 0
  return thousandths / 1_000 + (text.split(' ').length - 1) * wordSpacing(face)
}

/** What stays together on a line; `glued` ones follow a hyphen, without a space. */
type Piece = { text: string; glued: boolean }

/** Words and the parts of words around hyphens; what is longer than a line is cut by letters. */
function pieces(text: string, face: Face, width: number): Piece[] {
  return text.split(' ').flatMap((word) =>
    word
      .split(/(?<=\p{L}-)(?=\p{L})/u)
      .flatMap((part) => cutPieces(part, face, width))
      .map((part, index) => ({ text: part, glued: index > 0 })),
  )
}

function cutPieces(word: string, face: Face, width: number): string[] {
  if (measure(word, face) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part && measure(part + letter, face) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

function breakLines(text: string, face: Face, width: number): string[] {
  const lines: string[] = []
  for (const piece of pieces(text, face, width)) {
    const longer = `${lines.at(-1)}${piece.glued ? '' : ' '}${piece.text}`
    if (lines.length > 0 && measure(longer, face) <= width) lines[lines.length - 1] = longer
    else lines.push(piece.text)
  }
  return lines
}

/** Width of the longest part that is only broken when there is no other way. */
const widest = (text: string, face: Face) =>
  Math.max(0, ...pieces(text, face, Number.POSITIVE_INFINITY).map((piece) => measure(piece.text, face)))

/** Lines of about the same length: the narrowest column that needs no more of them. */
function balance(text: string, face: Face, width: number): string[] {
  const lines = breakLines(text, face, width)
  if (lines.length < 2) return lines
  let [narrow, wide] = [Math.min(width, Math.max(width / 2, widest(text, face))), width]
  for (let step = 0; step < 6; step += 1) {
    const middle = (narrow + wide) / 2
    if (breakLines(text, face, middle).length > lines.length) narrow = middle
    else wide = middle
  }
  return breakLines(text, face, wide)
}

export type Box = {
  width: number
  height: number
  /** Font size in px to begin with, and the smallest that is still legible in a preview. */
  from: number
  to: number
  /** In parts of the font size. */
  lineHeight: number
}

export type Fitted = { size: number; lines: string[] }

const shrink = 0.94

/** The text as large as the box allows; what does not fit at the smallest size ends in an ellipsis. */
export function fitText(given: string, face: Face, { width, height, from, to, lineHeight }: Box): Fitted {
  const text = showable(given, face)
  const room = (size: number) => Math.max(1, Math.floor(height / (size * lineHeight)))
  const longest = widest(text, face)
  for (let size = from; size > to; size *= shrink) {
    if (longest * size > width) continue
    const lines = balance(text, face, width / size)
    if (lines.length <= room(size)) return { size, lines }
  }
  const lines = breakLines(text, face, width / to)
  if (lines.length <= room(to)) return { size: to, lines }
  const kept = lines.slice(0, room(to))
  const last = kept.length - 1
  return { size: to, lines: [...kept.slice(0, last), cutTo(kept[last] ?? '', face, width / to)] }
}

/** One line that ends in an ellipsis if it must. */
function cutTo(line: string, face: Face, width: number): string {
  let letters = [...line]
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`, face) > width) letters = letters.slice(0, -1)
  return `${letters.join('').trimEnd()}…`
}

/** A text that must stay on one line. */
export function oneLine(given: string, face: Face, width: number): string {
  const text = showable(given, face)
  return measure(text, face) <= width ? text : cutTo(text, face, width)
}
