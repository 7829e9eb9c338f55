/**
 * Mapping tables of `searchFold` as plain data, so that SQL (`private.search_fold`) repeats them one to one:
 * groups become nested `replace()` calls in this order, letters one `translate()`.
 */

/** Everything that is dropped after NFKD: combining accents, soft hyphen, zero-width and direction marks, BOM. */
export const searchFoldRemoved = '[\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u2060\\ufeff]'

/** What separates words. Spelled out because `\s` means different things in JavaScript and in PostgreSQL. */
export const searchFoldSpaces = '[ \\t\\n\\v\\f\\r\\u0085\\u1680\\u2028\\u2029]+'

/** Capital → small, spelled out because `lower()` depends on the collation of the database. Equal lengths. */
export const searchFoldCase: readonly [from: string, to: string] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØŁĐÐÞẞĦŊƏŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅ',
  'abcdefghijklmnopqrstuvwxyzæœøłđðþßħŋəŧαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕ',
]

/** Several characters on either side, in order: Greek diphthongs before the single letters. */
export const searchFoldGroups: readonly (readonly [from: string, to: string])[] = [
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

/** One character → one character, after the groups. Equal lengths. */
export const searchFoldLetters: readonly [from: string, to: string] = [
  'ıøłđðħəŧαβγδεζηικλμνξοπρσςτυφωабвгдезиклмнопрстуфыэіґђјћѕ’‘‛ʼ‐‒–—−',
  "iolddhetavgdeziiklmnxoprsstyfoabvgdeziklmnoprstufyeigdjcs''''-----",
]

/** The German spellings without umlaut keys: `ae`, `oe`, `ue` (however many e) collapse to the vowel. */
export const searchFoldDigraphs = '([aou])e+'
