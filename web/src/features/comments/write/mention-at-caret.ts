import { nicknameCharacters, nicknameMax } from '@hot/domain/member/nickname-form'

/** An @ that is being typed: `start` is its place in the text, `query` what follows it up to the caret. */
export type MentionAtCaret = { start: number; query: string }

const unfinished = new RegExp(`(?:^|[^\\p{L}\\p{N}_.@/-])@(${nicknameCharacters}{0,${nicknameMax}})$`, 'u')

/** The mention the caret stands in, or null. */
export function mentionAtCaret(text: string, caret: number): MentionAtCaret | null {
  const query = unfinished.exec(text.slice(0, caret))?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The text with the mention completed, and where the caret goes: behind it and one space. */
export function completeMention(
  text: string,
  { start, query }: MentionAtCaret,
  nickname: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length)
  const space = after.startsWith(' ') ? '' : ' '
  return {
    text: `${text.slice(0, start)}@${nickname}${space}${after}`,
    caret: start + 1 + nickname.length + 1,
  }
}

/** Begins an answer to a reply, which goes to the same round: names who is meant, and keeps what was typed before. */
export function withMention(text: string, nickname: string | undefined): string {
  if (!nickname || text.includes(`@${nickname}`)) return text
  return `@${nickname} ${text}`
}
