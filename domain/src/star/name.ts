/** Shown for a star without any name. */
export const unknownName = 'Unbekannt'

export type StarNameParts = {
  first_name?: string | null
  last_name?: string | null
  nickname?: string | null
}

/** Display name of a star: `Mandy „Pepper“ Pfefferkorn`. Missing and blank parts are omitted. */
export function starName(star: StarNameParts): string {
  const nickname = oneLine(star.nickname).replace(/^[„“”"»«‚‘’']+|[„“”"»«‚‘’']+$/gu, '')
  const parts = [oneLine(star.first_name), nickname && `„${nickname}“`, oneLine(star.last_name)]
  return parts.filter(Boolean).join(' ') || unknownName
}

/** The name, and where another star has the same, which of them it is: `Anna Schmidt (Love Island, Staffel 4)`. */
export const distinctName = (star: StarNameParts & { distinguished_by?: string | undefined }): string =>
  starName(star) + (star.distinguished_by ? ` (${star.distinguished_by})` : '')

/**
 * One or two capital letters for an avatar, from the first and last word without a nickname in quotes:
 * `Celina-Joy Bergstein` → CB, `rosen_kavalier.99` → RK. `?` when there are none.
 */
export function initials(name: string): string {
  const named = firstLetters(name.replace(/„[^“”]*[“”]/gu, ' '))
  const letters = named.length > 0 ? named : firstLetters(name)
  const last = letters.length > 1 ? (letters.at(-1) ?? '') : ''
  return capital(letters.at(0) ?? '?') + capital(last)
}

/** First letter of each word, or its first digit when no word begins with a letter. */
function firstLetters(text: string): string[] {
  const firsts = text.split(/[\s._]+/u).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? '')
  const letters = firsts.filter((first) => /\p{L}/u.test(first))
  return letters.length > 0 ? letters : firsts.filter(Boolean)
}

/** Upper case, one letter only: `ß` becomes `SS`, of which the first is taken. */
function capital(letter: string): string {
  return [...letter.toUpperCase()].at(0) ?? ''
}

/** One line with single spaces; `\s` includes no-break spaces, which imported names may contain. */
export function oneLine(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/gu, ' ').trim()
}
