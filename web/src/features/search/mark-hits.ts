import { searchFold, searchPatterns } from '@hot/domain/search-fold'

/** `start` is the place of the part's first letter in the title. */
export type MarkedPart = { start: number; text: string; hit: boolean }

/** Length of the stretch of `letters` from `start` that folds to `pattern`, or 0. */
function hitLength(letters: readonly string[], start: number, pattern: string): number {
  for (let end = start + 1; end <= letters.length; end++) {
    const folded = searchFold(letters.slice(start, end).join(''))
    if (folded === pattern) return end - start
    if (!pattern.startsWith(folded) && folded.length >= pattern.length) return 0
  }
  return 0
}

/** Which letters a query found, as the search finds them: "mueller" marks "Müller". */
export function markHits(title: string, query: string): MarkedPart[] {
  const letters = [...title]
  const hit = letters.map(() => false)
  for (const pattern of searchPatterns(query)) {
    for (let start = 0; start < letters.length; start++) {
      const length = hitLength(letters, start, pattern)
      if (length > 0 && letters[start] !== ' ') hit.fill(true, start, start + length)
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
