/** Shown for a star without any name part and for the author of a deleted account. */
const unknownName = 'Unbekannt'

export type StarNameParts = {
  first_name?: string | null
  last_name?: string | null
  nickname?: string | null
}

/** Display name of a star: `Mandy „Pepper“ Pfefferkorn`. Missing and blank parts are left out. */
export function starName(star: StarNameParts): string {
  const nickname = oneLine(star.nickname).replace(/^[„“”"»«‚‘’']+|[„“”"»«‚‘’']+$/gu, '')
  const parts = [oneLine(star.first_name), nickname && `„${nickname}“`, oneLine(star.last_name)]
  return parts.filter(Boolean).join(' ') || unknownName
}

/**
 * One or two capital letters for the avatar of a person: first and last word, without a nickname in quotes.
 * Works for `Celina-Joy Bergstein` (CB) and for nicknames like `rosen_kavalier.99` (RK). `?` when there is none.
 */
export function initials(name: string): string {
  const named = firstLetters(name.replace(/„[^“”]*[“”]/gu, ' '))
  const letters = named.length > 0 ? named : firstLetters(name)
  const last = letters.length > 1 ? (letters.at(-1) ?? '') : ''
  return capital(letters.at(0) ?? '?') + capital(last)
}

/** First letter of each word; first digits only when no word has a letter. */
function firstLetters(text: string): string[] {
  const firsts = text.split(/[\s._]+/u).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
  const letters = firsts.filter((first) => /\p{L}/u.test(first))
  return letters.length > 0 ? letters : firsts.filter(Boolean)
}

/** Fonts rarely have a capital `ß`, and `SS` would make three letters. */
function capital(letter: string): string {
  return [...letter.toUpperCase()].at(0) ?? ''
}

/** `\s` covers no-break spaces in imported names. */
function oneLine(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/gu, ' ').trim()
}
