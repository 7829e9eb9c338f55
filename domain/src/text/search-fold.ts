import { collapseMarks, firstCharacters } from './sanitize-text.ts'

/**
 * Mapping tables of `searchFold` as plain data, mirrored one to one in SQL (`private.search_fold`): groups become
 * nested `replace()` calls in this order, letters one `translate()`.
 */

/** Characters that are dropped after NFKD: combining accents, and all that show as nothing or an empty space. */
const searchFoldRemoved = '[\\u0300-\\u036f\\u2800\\p{DI}]'

/** Characters that separate words, spelled out because `\s` differs between JavaScript and PostgreSQL. */
const searchFoldSpaces = '[ \\t\\n\\v\\f\\r\\u0085\\u1680\\u2028\\u2029]+'

/** Upper case → lower case, spelled out because `lower()` depends on the database's collation. Of equal length. */
export const searchFoldCase: readonly [from: string, to: string] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØŁĐÐÞẞĦŊƏŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅ',
  'abcdefghijklmnopqrstuvwxyzæœøłđðþßħŋəŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕ',
]

/** Replacements of or by several characters, in this order: Greek diphthongs come before the single letters. */
const searchFoldGroups: readonly (readonly [from: string, to: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ŋ', 'ng'],
  ['ου', 'ou'],
  ['αυ', 'av'],
  ['ευ', 'ev'],
  ['θ', 'th'],
  ['χ', 'ch'],
  ['ψ', 'ps'],
  ['ж', 'zh'],
  ['х', 'kh'],
  ['ц', 'ts'],
  ['ч', 'ch'],
  ['ш', 'sh'],
  ['щ', 'shch'],
  ['ю', 'yu'],
  ['я', 'ya'],
  ['є', 'ye'],
  ['љ', 'lj'],
  ['њ', 'nj'],
  ['џ', 'dz'],
  ['ъ', ''],
  ['ь', ''],
]

/** One character → one character, after the groups. Of equal length. */
export const searchFoldLetters: readonly [from: string, to: string] = [
  'ıøłđðħəŧαβγδεζηικλμνξοπρσςτυφωабвгдезиклмнопрстуфыэіґђјћѕ’‘‛ʼ‐‒–—−',
  "iolddhetavgdeziiklmnxoprsstyfoabvgdeziklmnoprstufyeigdjcs''''-----",
]

/** Spellings without umlauts: `ae`, `oe`, `ue` (with any number of e) become the vowel, as umlauts do. */
const searchFoldDigraphs = '([aou])e+'

const removed = new RegExp(searchFoldRemoved, 'gu')
const spaces = new RegExp(searchFoldSpaces, 'gu')
const digraphs = new RegExp(searchFoldDigraphs, 'g')
const smallOf = letterMap(searchFoldCase)
const asciiOf = letterMap(searchFoldLetters)

/** More words than real queries have; limits what a pasted page costs. */
const maxWords = 8

/** In characters, four times the longest post; longer texts are cut, so that no input takes long. */
const READ = 20_000

/**
 * Canonical search key: "Müller", "mueller" and " MULLER " all become `muller`. Applying it twice changes nothing.
 * `private.search_fold(text)` has the same steps in SQL: cut → marks in a row → NFKD → drop accents → capitals → groups →
 * letters → one space between words, trimmed → digraphs.
 */
export function searchFold(text: string): string {
  const bare = translate(collapseMarks(firstCharacters(text, READ)).normalize('NFKD').replace(removed, ''), smallOf)
  const grouped = searchFoldGroups.reduce((folded, [from, to]) => folded.replaceAll(from, to), bare)
  return translate(grouped, asciiOf).replace(spaces, ' ').trim().replace(digraphs, '$1')
}

/** The distinct words of the folded query, at most eight, all of which must match. Empty for a blank query. */
export function searchPatterns(query: string): string[] {
  const words = searchFold(query).split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, maxWords)
}

function letterMap([from, to]: readonly [string, string]): ReadonlyMap<string, string> {
  return new Map(Array.from(from, (letter, index) => [letter, to.charAt(index)]))
}

function translate(text: string, map: ReadonlyMap<string, string>): string {
  return Array.from(text, (letter) => map.get(letter) ?? letter).join('')
}
