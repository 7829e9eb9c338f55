/**
 * A spoiler: `||text||`, over line breaks too. What this finds is what is hidden, everywhere; `private.plain_text()`
 * has the same expression.
 */
export const spoilerMark = /\|\|(.+?)\|\|/gs

/** What stands for a spoiler in excerpts, previews and notifications. */
export const spoilerStandIn = '[Spoiler]'

/** The text with a word in place of each spoiler. */
export const withoutSpoilers = (text: string): string => text.replace(spoilerMark, spoilerStandIn)

/** Marks at the start of a line: of quotes, then of a list. */
const quoteMark = /^(?:> ?)+/gm
const bold = /\*\*([^*\n]+)\*\*/g
/** What is set off begins and ends with no space, and stands between words: `a_b_c` and `2 * 3 * 4` are text. */
const italicStars = /(^|[ \n("„»])\*([^*_ \n](?:[^*_\n]*[^*_ \n])?)\*(?=$|[ \n.,;:!?)"“«…])/gm
const italicLines = /(^|[ \n("„»])_([^*_ \n](?:[^*_\n]*[^*_ \n])?)_(?=$|[ \n.,;:!?)"“«…])/gm

/** Whether a text may contain markup; without, it is shown as it is. */
export const mayHaveMarkup = (text: string): boolean => /\|\||\*|(?:^|[ \n("„»])_|^(?:>|- |• |\d{1,3}[.)] )/m.test(text)

/**
 * The text for places that show an excerpt: without what spoilers hide, and without marks. `private.plain_text()` does
 * the same.
 */
export function plainText(text: string): string {
  if (!mayHaveMarkup(text)) return text
  return withoutSpoilers(text)
    .replace(quoteMark, '')
    .replace(bold, '$1')
    .replace(italicStars, '$1$2')
    .replace(italicLines, '$1$2')
}
