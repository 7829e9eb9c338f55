import { oneLine } from './name.ts'

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
