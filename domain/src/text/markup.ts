import { replaceAddresses } from '../url/links.ts'
import { spoilerMark } from './plain-text.ts'

/** Text, or a part that is set off; a spoiler is hidden until it is opened. */
export type Inline = string | { kind: 'strong' | 'em' | 'spoiler'; parts: Inline[] }
export type Block =
  | { kind: 'text'; parts: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list' /** Number of the first item; null: without numbers. */; start: number | null; items: Inline[][] }

const strong = /\*\*([^*\n]+)\*\*/
const em = /(?<=^|[ \n("„»])([*_])([^*_ \n](?:[^*_\n]*[^*_ \n])?)\1(?=$|[ \n.,;:!?)"“«…])/m
const marks = [
  ['strong', strong, 1],
  ['em', em, 2],
] as const

/** Stands for a spoiler while the rest is read; no stored text contains it (`cleanText`). */
const sentinel = '\0'
/** Deeper quotes are shown as one of this depth. */
const mostQuotes = 3

/**
 * Reads the markup of posts and comments: `**bold**`, `*italic*`, `_italic_`, lists (`- `, `1. `), quotes (`> `) and
 * spoilers (`||…||`). Everything else is text as typed, and so is each mark within an address. Spoilers are found first and contain no blocks, so that what is
 * hidden here is exactly what `plainText` leaves out.
 */
export function parseMarkup(text: string): Block[] {
  const hidden: string[] = []
  const outside = text.replaceAll(sentinel, '').replace(spoilerMark, (_, inner: string) => {
    hidden.push(inner)
    return sentinel
  })
  return blocksOf(outside.split('\n'), hidden, 1)
}

type LineKind = 'quote' | 'list' | 'text' | 'empty'
const item = /^(?:[-•]|(\d{1,3})[.)]) +(?=\S)/

function kindOf(line: string): LineKind {
  if (line.startsWith('>')) return 'quote'
  if (item.test(line)) return 'list'
  return line.trim() === '' ? 'empty' : 'text'
}

/** `hidden` is emptied from the front, as the spoilers are met in order. */
function blocksOf(lines: readonly string[], hidden: string[], depth: number): Block[] {
  const blocks: Block[] = []
  for (let from = 0; from < lines.length; ) {
    const kind = kindOf(lines[from] ?? '')
    let to = from + 1
    while (to < lines.length && kindOf(lines[to] ?? '') === kind) to += 1
    const block = blockOf(kind, lines.slice(from, to), hidden, depth)
    if (block) blocks.push(block)
    from = to
  }
  return blocks
}

function blockOf(kind: LineKind, lines: readonly string[], hidden: string[], depth: number): Block | null {
  if (kind === 'empty') return null
  if (kind === 'text') return { kind, parts: inlinesOf(lines.join('\n'), hidden) }
  if (kind === 'list') {
    const number = item.exec(lines[0] ?? '')?.[1]
    return {
      kind,
      start: number === undefined ? null : Number(number),
      items: lines.map((line) => inlinesOf(line.replace(item, ''), hidden)),
    }
  }
  const all = depth < mostQuotes ? /^> ?/ : /^(?:> ?)+/
  const inner = lines.map((line) => line.replace(all, ''))
  return { kind, blocks: blocksOf(inner, hidden, depth + 1) }
}

/** Stands for each character of an address, in which no mark sets anything off. */
const filler = '\u0001'

/** Whether a mark at the end of an address closes what was opened before it, on its line: `_siehe https://x.de/a_`. */
function closes(mark: string, before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (mark === '**') return line.split('**').length % 2 === 0
  const from = line.lastIndexOf(mark)
  return from >= 0 && line[from + 1] !== ' ' && /^$|[ ("„»]/.test(line.charAt(from - 1))
}

/** The text at the same length, with its addresses filled in: marks in them are letters of the address. */
function withoutMarksOfAddresses(text: string): string {
  return replaceAddresses(text, (found, at) => {
    const mark = /(?:\*\*|\*|_)$/.exec(found)?.[0] ?? ''
    const outside = mark !== '' && closes(mark, text.slice(0, at)) ? mark.length : 0
    return filler.repeat(found.length - outside) + found.slice(found.length - outside)
  })
}

function inlinesOf(text: string, hidden: string[]): Inline[] {
  const read = withoutMarksOfAddresses(text)
  for (const [kind, mark, group] of marks) {
    const found = mark.exec(read)
    if (!found) continue
    const before = inlinesOf(text.slice(0, found.index), hidden)
    const { length } = found[group] ?? ''
    const start = found.index + (found[0].length - length) / 2
    const parts = inlinesOf(text.slice(start, start + length), hidden)
    return [...before, { kind, parts }, ...inlinesOf(text.slice(found.index + found[0].length), hidden)]
  }
  return text.split(sentinel).flatMap((plain, place): Inline[] => {
    const spoiler = place > 0 ? [{ kind: 'spoiler' as const, parts: inlinesOf(hidden.shift() ?? '', []) }] : []
    return plain === '' ? spoiler : [...spoiler, plain]
  })
}
