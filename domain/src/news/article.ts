import { safeHref } from '../url/links.ts'
import { sitePicturePath } from '../url/paths.ts'

/** A picture of ours in a text: its stored address, its size in px, what it shows, and who made it. */
export type ArticlePicture = { src: string; width: number; height: number; alt: string; credit: string }

/** What an article consists of. `text`: markup of posts, with links. */
export type ArticlePart =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | ({ kind: 'picture' } & ArticlePicture)
  | { kind: 'text'; text: string }

const heading = /^(#{2,3}) +(\S.*)$/
/** Only what the team has uploaded: a picture elsewhere would tell its site who reads here. */
const picture = new RegExp(
  String.raw`^!\[([^[\]]{0,300})\]\((${sitePicturePath}news/[0-9a-f-]{36}\.webp)#(\d{1,4})x(\d{1,4})(?: "([^"]{0,200})")?\)$`,
)

/** The line of a picture in the text of an article; what would end it early is replaced. */
export const pictureLine = ({ src, width, height, alt, credit }: ArticlePicture): string =>
  `![${alt.replaceAll('[', '(').replaceAll(']', ')')}](${src}#${width}x${height}${credit && ` "${credit.replaceAll('"', '“')}"`})`

function headingOf(line: string): ArticlePart | null {
  const [, marks, title] = heading.exec(line) ?? []
  if (marks === undefined || title === undefined) return null
  return { kind: 'heading', level: marks.length === 2 ? 2 : 3, text: title.trim() }
}

function pictureOf(line: string): ArticlePart | null {
  const [, alt = '', src, width, height, credit = ''] = picture.exec(line.trim()) ?? []
  if (!src || !Number(width) || !Number(height)) return null
  return { kind: 'picture', src, width: Number(width), height: Number(height), alt, credit }
}

/**
 * Splits the text of an article at its headings (`## `, `### `) and pictures (`pictureLine`). Between them stands the markup of posts
 * (`parseMarkup`), in which `articleLinks` finds links. There is no HTML: what is not known is text as typed.
 */
export function parseArticle(text: string): ArticlePart[] {
  const parts: ArticlePart[] = []
  let lines: string[] = []
  const close = () => {
    const block = lines.join('\n').trim()
    if (block) parts.push({ kind: 'text', text: block })
    lines = []
  }
  for (const line of text.split('\n')) {
    const part = headingOf(line) ?? pictureOf(line)
    if (!part) {
      lines.push(line)
      continue
    }
    close()
    parts.push(part)
  }
  close()
  return parts
}

export type LinkedText = string | { text: string; href: string }

/** At most 200 characters of text, so that a stray bracket costs nothing; the address ends at the first `)`. */
const link = /\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"]{1,500})\)/g

/** A piece of text with `[words](https://…)` as links; an address that is none stays as typed. */
export function articleLinks(text: string): LinkedText[] {
  const parts: LinkedText[] = []
  let end = 0
  for (const found of text.matchAll(link)) {
    const href = safeHref(found[2] ?? '')
    if (!href) continue
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push({ text: found[1] ?? '', href })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
