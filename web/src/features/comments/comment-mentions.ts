import { nicknameCharacters, nicknameMax, nicknameMin } from '@hot/domain/nickname-form'
import { nicknamePath } from '@hot/domain/paths'

export type MentionPart = { text: string; path?: string }

/** Not within a word, an address or an e-mail address. */
const mention = new RegExp(
  `(?<![\\p{L}\\p{N}_.@/-])@(${nicknameCharacters}{${nicknameMin},${nicknameMax}})(?![\\p{L}\\p{N}_@-])`,
  'gu',
)

/** Splits text without links into plain text and @nicknames, which lead to the profile. A dot that ends a sentence stays text. */
export function mentionParts(text: string): MentionPart[] {
  const parts: MentionPart[] = []
  let end = 0
  for (const match of text.matchAll(mention)) {
    const nickname = (match[1] ?? '').replace(/\.+$/, '')
    if (nickname.length < nicknameMin) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    end = match.index + 1 + nickname.length
    parts.push({ text: `@${nickname}`, path: nicknamePath(nickname) })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
