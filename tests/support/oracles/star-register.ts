import { searchFold, searchPatterns } from '@hot/domain/text/search-fold'
import { compareKeys } from './compare-keys.ts'

/** Register letter of a name: `A`–`Z` by its folded form (Ä under A, Ж under Z), else `#`. */
export function letterOf(name: string): string {
  const first = searchFold(name).charAt(0)
  return /[a-z]/.test(first) ? first.toUpperCase() : '#'
}

export type RegisteredStar = {
  id: string
  first_name: string
  last_name: string
  nickname: string | null
  is_active: boolean
  /** Epoch milliseconds. */
  created_at: number
  rank: number | null
}

const filled = (parts: readonly string[]) => parts.map((part) => part.trim()).filter(Boolean)

/** Sort key: first and last name, else the nickname. */
const sortKey = ({ first_name, last_name, nickname }: RegisteredStar) =>
  searchFold(filled([first_name, last_name]).join(' ')) || searchFold(nickname ?? '')

/** A word of one or two letters matches the beginning of a part of the name, a longer one anywhere in it. */
function hasWord(key: string, word: string): boolean {
  return word.length >= 3 ? key.includes(word) : key.startsWith(word) || key.includes(` ${word}`)
}

const orders = {
  hot: (a: RegisteredStar, b: RegisteredStar) =>
    (a.rank ?? Infinity) === (b.rank ?? Infinity)
      ? compareKeys(sortKey(a), sortKey(b))
      : (a.rank ?? Infinity) - (b.rank ?? Infinity),
  name: (a: RegisteredStar, b: RegisteredStar) => compareKeys(sortKey(a), sortKey(b)),
  new: (a: RegisteredStar, b: RegisteredStar) => b.created_at - a.created_at,
} as const

export type StarOrder = keyof typeof orders

/**
 * Ids of /stars and of the star search: active stars of a letter (null: all) whose name matches every word of the
 * query, in a given order, ties by id. Slow and obvious: SQL is tested against it.
 */
export function registeredStars(
  stars: readonly RegisteredStar[],
  order: StarOrder,
  letter: string | null,
  query: string,
): string[] {
  const words = searchPatterns(query)
  return stars
    .filter((star) => star.is_active && (letter === null || letterOf(sortKey(star)) === letter))
    .filter(({ first_name, last_name, nickname }) => {
      const key = searchFold(`${first_name} ${nickname ?? ''} ${last_name}`)
      return words.every((word) => hasWord(key, word))
    })
    .toSorted((a, b) => orders[order](a, b) || compareKeys(a.id, b.id))
    .map(({ id }) => id)
}
