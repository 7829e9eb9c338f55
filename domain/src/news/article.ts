import { safeHref } from '../url/links.ts'

/** What an article consists of. `text`: markup of posts, with links. */
export type ArticlePart = { kind: 'heading'; level: 2 | 3; text: string } | { kind: 'text'; text: string }

const heading = /^(#{2,3}) +(\S.*)$/

/**
 * Splits the text of an article at its headings (`## `, `### `). Between them stands the markup of posts
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
    const [, marks, title] = heading.exec(line) ?? []
    if (marks === undefined || title === undefined) {
      lines.push(line)
      continue
    }
    close()
    parts.push({ kind: 'heading', level: marks.length === 2 ? 2 : 3, text: title.trim() })
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
