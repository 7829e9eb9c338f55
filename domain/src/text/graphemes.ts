const segmenter = new Intl.Segmenter('de', { granularity: 'grapheme' })

/** The characters as people see them: an emoji with its skin tone, a family, a letter with its marks are one each. */
export const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Code units read for each character; longer ones are left to whoever wrote them. */
const widest = 32

/**
 * The first `most` characters as people see them, for what is shown. Never ends within an emoji. Limits of fields, which
 * the database counts in code points, use `firstCharacters` (sanitize-text.ts).
 */
export function firstGraphemes(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  let count = 0
  for (const { index, segment } of segmenter.segment(text.slice(0, most * widest))) {
    if (count === most) break
    count += 1
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** At most `most` characters with an ellipsis, at the end of a word unless that would drop more than half. */
export function shortened(text: string, most: number): string {
  if (firstGraphemes(text, most) === text) return text
  const cut = firstGraphemes(text, most - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > cut.length / 2 ? lastSpace : undefined).trimEnd()}…`
}
