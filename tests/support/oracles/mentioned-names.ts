import { nicknameCharacters, nicknameMax } from '@hot/domain/member/nickname'

/** The maximum of people notified of one comment (a wall of names is spam). */
const mentionsMax = 10

const mention = new RegExp(`(?<![A-Za-z0-9ÄÖÜäöüß_.@])@(${nicknameCharacters}+)`, 'gu')

/**
 * The distinct @names in a text, in lower case, at most ten. A full stop at the end may belong to the name or to the
 * sentence: the database looks for the member with it, then without. The reference for
 * `private.mentioned_names(text)`.
 */
export function mentionedNames(text: string): string[] {
  const names = Array.from(text.matchAll(mention), ([, name = '']) => name.toLowerCase()).filter((name) => {
    const { length } = name.replace(/\.+$/, '')
    return length >= 1 && length <= nicknameMax
  })
  return [...new Set(names)].slice(0, mentionsMax)
}
