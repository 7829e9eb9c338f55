import { nicknameCharacters, nicknameMax } from './nickname-form.ts'

/** What stands before and behind an @name that is one; within a word, an address or an e-mail address there is none. */
const letters = 'A-Za-z0-9\\u00c0-\\u024f'
/** An @name as typed; `private.mentioned_names()` has the same expression. */
export const mentionMark = new RegExp(
  `(?<![${letters}.@/-])(?<![${letters}_]_)@(${nicknameCharacters}+)(?![${letters}_@])`,
  'gu',
)

/** Longer than any nickname with what may follow it; what is typed beyond is not read. */
const most = 64

/**
 * The nicknames, in lower case, that an @name as typed can mean, the likeliest first: a full stop belongs to the name or
 * to the sentence, and what stands at the end may set it off (`_@kim_`). `private.name_spellings()` does the same.
 */
export function nameSpellings(typed: string): string[] {
  const words = typed.slice(0, most).toLowerCase().split('.')
  const spellings = words.flatMap((_, place) => {
    const whole = words.slice(0, words.length - place).join('.')
    return [whole, whole.replace(/[._]+$/, '')]
  })
  return [...new Set(spellings)].filter((name) => name.length >= 1 && name.length <= nicknameMax)
}
