import { parseUrl } from './parse-url.ts'

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string } | { kind: 'break' }

/** `rel` of all links in texts by members. */
export const userLinkRel = 'ugc nofollow noopener'

/**
 * An address, or what people type of one: `www.rtl.de`, unless it is the end of something else. `private.without_addresses`
 * has the same expression.
 */
const address = /(?:\bhttps?:\/\/|(?<![\p{L}\p{N}@._/-])www\.(?=[\p{L}\p{N}-]+\.\p{L}{2}))[^\s<>"„“”«»`\\^{}|]+/giu

/**
 * Splits a member's text into text, links (http(s), or by https if they begin with `www.`) and line breaks, to be rendered as elements and never as HTML.
 * Punctuation after a URL remains text. So does a URL with credentials (`https://bank.de@evil.example`), which shows
 * one host and opens another.
 */
export function linkParts(text: string): TextPart[] {
  return text
    .split(/\r\n?|\n/)
    .flatMap((line, index) => (index === 0 ? lineParts(line) : [{ kind: 'break' as const }, ...lineParts(line)]))
}

function lineParts(line: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of line.matchAll(address)) {
    const shown = withoutTrailing(match[0])
    const href = safeHref(/^www/i.test(shown) ? `https://${shown}` : shown)
    if (!href) continue
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) })
    parts.push({ kind: 'link', text: shown, href })
    end = match.index + shown.length
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) })
  return parts
}

/** The normalised URL of a typed link, or null unless it is http(s) without credentials. */
export function safeHref(typed: string): string | null {
  const url = /^https?:\/\//i.test(typed) ? parseUrl(typed) : null
  if (!url) return null
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return url.username || url.password ? null : url.href
}

/** A text with its addresses replaced: `@name` in an address is nobody's mention, and no mark in it sets anything off. */
export const replaceAddresses = (text: string, replace: (address: string, at: number) => string): string =>
  text.replace(address, (found: string, at: number) => {
    const bare = withoutTrailing(found)
    return replace(bare, at) + found.slice(bare.length)
  })

/** Without a path, marks at the end are no part of it: `**https://a.de**`. In a path they are: `instagram.com/kader_loth_`. */
const hostOnly = /^(?:https?:\/\/)?[^/?#]*$/i
const punctuation = /[.,;:!?'’\]…]/u
const punctuationAndMarks = /[.,;:!?'’\]…*_~-]/u

/** The URL without punctuation after it. A closing bracket is kept if the URL opens it: `https://x.de/a_(b)`. */
function withoutTrailing(address: string): string {
  const outside = hostOnly.test(address) ? punctuationAndMarks : punctuation
  let end = address.length
  let open = [...address].filter((letter) => letter === '(').length
  let closed = [...address].filter((letter) => letter === ')').length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && closed > open) closed--
    else if (!outside.test(last)) break
    if (last === '(') open--
  }
  return address.slice(0, end)
}
