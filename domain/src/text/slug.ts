import { collapseMarks, firstCharacters } from './sanitize-text.ts'

/** Umlauts, and letters that Unicode does not decompose. Lower case only, because the text is lower-cased first. */
const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ə: 'e',
}

/** In characters, ten times the longest title; longer texts are cut, so that no input takes long. */
const READ = 2000

/**
 * Slug of a text: lower case, ä/ö/ü → ae/oe/ue, ß → ss, other accents removed, whitespace and underscores → hyphens,
 * everything else but a–z and digits removed, hyphens collapsed and trimmed. Empty when nothing remains.
 */
export function slugify(text: string): string {
  // Composed first, so that a decomposed ü (u + U+0308) also becomes ue.
  const lowered = collapseMarks(firstCharacters(text, READ)).normalize('NFC').toLowerCase()
  const spelled = Array.from(lowered, (letter) => spelledOut[letter] ?? letter).join('')
  return spelled
    .normalize('NFKD')
    .toLowerCase() // again, because characters such as ™ decompose to capitals
    .replace(/[\s_]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Slug of a name whose letters may become more than a column holds (ü two, ﬃ three). Mirrors `private.short_slug()`. */
const shortSlug = (text: string, most: number): string => slugify(text).slice(0, most).replace(/-$/, '')

export type StarSlugSource = {
  id: string
  first_name: string | null
  last_name: string | null
  nickname?: string | null
}

/** Slug of a star that has none stored: the names in display order, and the last four characters of the id. */
export function starSlug(star: StarSlugSource): string {
  const names = [star.first_name, star.nickname, star.last_name].filter(Boolean).join(' ')
  return slugify(`${shortSlug(names, 190)} ${star.id.slice(-4)}`)
}
