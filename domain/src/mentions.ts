import { nicknameCharacters, nicknameMax } from './nickname.ts'

/** More people than this are not told of one comment (a wall of names is spam). */
export const mentionsMax = 10

const mention = new RegExp(`(?<![A-Za-z0-9ÄÖÜäöüß_.@])@(${nicknameCharacters}+)`, 'gu')
const typing = new RegExp(`(?<![A-Za-z0-9ÄÖÜäöüß_.@])@(${nicknameCharacters}{0,${nicknameMax}})$`, 'u')

/**
 * The distinct @names in a text, in small letters, at most ten. A full stop at the end may belong to the name or to the
 * sentence: the database looks for the member with it, then without. Mirrored by `private.mentioned_names(text)`.
 */
export function mentionedNames(text: string): string[] {
  const names = Array.from(text.matchAll(mention), ([, name = '']) => name.toLowerCase()).filter((name) => {
    const { length } = name.replace(/\.+$/, '')
    return length >= 1 && length <= nicknameMax
  })
  return [...new Set(names)].slice(0, mentionsMax)
}

/** What is being typed after an @ right before the caret (may be empty), and where the @ stands; null when nothing is. */
export function mentionBeingTyped(text: string, caret: number): { query: string; start: number } | null {
  const found = typing.exec(text.slice(0, caret))
  return found && { query: found[1] ?? '', start: found.index }
}

/** The text and the caret after choosing a member for what is being typed: the whole name and a space. */
export function withMention(text: string, caret: number, nickname: string): { text: string; caret: number } {
  const typed = mentionBeingTyped(text, caret)
  if (!typed) return { text, caret }
  const before = `${text.slice(0, typed.start)}@${nickname} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
