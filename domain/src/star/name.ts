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
 * The parts of a name as typed in one field: `Mandy „Pepper“ von Pfefferkorn`. The first word is the first name; titles
 * stand before it, a noble name begins the last one, and what begins like `Der Wendler` or `DJ Ötzi` is one name.
 */
export function namePartsOf(typed: string): { first_name: string; last_name: string; nickname: string } {
  const name = oneLine(typed)
  const [quoted, nickname = ''] = /["„“»]([^"„“”«»]+)["“”«]/u.exec(name) ?? ['']
  const words = name.replace(quoted, ' ').split(' ').filter(Boolean)
  const last = lastNameAt(words)
  return {
    first_name: words.slice(0, last).join(' '),
    last_name: words.slice(last).join(' '),
    nickname: nickname.trim(),
  }
}

/** Titles before a name; those of one letter less are never names: `Dr.`, `Prof.`, `med.`, `Dipl.-Ing.`. */
const title = /^(\p{L}{2,}\.(-\p{L}+\.?)*|Dr|Prof|Doktor|Professor(in)?)$/iu
/** Begins a name that people know as a whole. */
const opening = /^(der|die|das|the|dj|mc|lil'?|miss|mister|mrs?\.?|lady|king|queen|frau|herr)$/i
/** Begins a last name, unless it is the last word. */
const noble =
  /^(von|van|vom|zu|zum|zur|de|del|della|di|da|dos|du|den|ten|ter|Prinz|Prinzessin|Fürst|Fürstin|Graf|Gräfin|Freiherr|Freifrau|Baron|Baronin|Herzog|Herzogin)$/u

/** At which word the last name begins; behind the last one if there is none. */
function lastNameAt(words: readonly string[]): number {
  const named = words.findIndex((word) => !title.test(word))
  if (named < 0 || opening.test(words[named] ?? '')) return words.length
  const first = words.findIndex((word, at) => at > named && at < words.length - 1 && noble.test(word))
  if (first > 0) return first
  return /^(von|van)$/u.test(words[named] ?? '') && named < words.length - 1 ? named : named + 1
}

/**
 * The names of two people typed as one: `Mia und Leon Rehbein` are Mia Rehbein and Leon Rehbein. Null for one person; an
 * act of two, like `Siegfried & Roy`, cannot be told from a couple, so it is only ever asked.
 */
export function coupleOf(typed: string): [string, string] | null {
  const [one = '', other = '', ...more] = oneLine(typed).split(/ (?:und|and|u\.|[&+]) (?!zu )/iu)
  if (one === '' || other === '' || more.length > 0 || /[„“"»,]/u.test(typed)) return null
  const [left, right] = [namePartsOf(one), namePartsOf(other)]
  if (left.first_name === '' || right.first_name === '' || opening.test(one.split(' ')[0] ?? '')) return null
  return [left.last_name ? one : oneLine(`${one} ${right.last_name}`), other]
}

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
function oneLine(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/gu, ' ').trim()
}
