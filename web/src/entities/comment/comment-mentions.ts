import type { Mentions } from '@hot/domain/contract/post'
import { nicknameCharacters } from '@hot/domain/member/nickname-form'
import { memberPath } from '@hot/domain/url/paths'

export type MentionPart = { text: string; path?: string }

/** Not within a word, an address or an e-mail address. */
const mention = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])@(${nicknameCharacters}+)(?![\\p{L}\\p{N}_@-])`, 'gu')

/** Names are anybody's: one may be called as a property that every object has. */
const slugOf = (name: string, known: Mentions): string =>
  (known && Object.hasOwn(known, name.toLowerCase()) && known[name.toLowerCase()]) || ''

/**
 * Splits text without links into plain text and the @nicknames of `known`, which lead to the profile; an @name that nobody has
 * stays text. A dot at the end belongs to the nickname if there is one like that, else to the sentence.
 */
export function mentionParts(text: string, known: Mentions): MentionPart[] {
  const parts: MentionPart[] = []
  let end = 0
  for (const match of text.matchAll(mention)) {
    const { index } = match
    const typed = match[1] ?? ''
    const name = [typed, typed.replace(/\.+$/, '')].find((one) => slugOf(one, known))
    if (!name) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    end = index + 1 + name.length
    parts.push({ text: `@${name}`, path: memberPath(slugOf(name, known)) })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
