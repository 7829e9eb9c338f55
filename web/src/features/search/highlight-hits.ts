import { searchFold, searchPatterns } from '@hot/domain/text/search-fold'

/** `start` is the place of the part's first letter in the title. */
export type MarkedPart = { start: number; text: string; hit: boolean }

/**
 * Length of the longest stretch of `letters` from `start` that folds to `pattern`, or 0. The longest, because letters
 * may fold into the one before ("Zoë" becomes `zo`).
 */
function hitLength(letters: readonly string[], start: number, pattern: string): number {
  let longest = 0
  for (let end = start + 1; end <= letters.length && letters[end - 1] !== ' '; end++) {
    const folded = searchFold(letters.slice(start, end).join(''))
    if (folded === pattern) longest = end - start
    else if (folded.length >= pattern.length) break
  }
  return longest
}

/** Which letters a query found, as the search finds them: "mueller" marks "Müller". */
export function markHits(title: string, query: string): MarkedPart[] {
  const letters = [...title]
  const hit = letters.map(() => false)
  for (const pattern of searchPatterns(query)) {
    for (let start = 0; start < letters.length; start++) {
      const length = hitLength(letters, start, pattern)
      if (length > 0) hit.fill(true, start, start + length)
    }
  }
  return letters.reduce<MarkedPart[]>((parts, letter, index) => {
    const last = parts.at(-1)
    const isHit = hit[index] ?? false
    if (last?.hit === isHit) last.text += letter
    else parts.push({ start: index, text: letter, hit: isHit })
    return parts
  }, [])
}
