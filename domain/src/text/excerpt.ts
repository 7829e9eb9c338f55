import { graphemesOf } from './graphemes.ts'

/** The API truncates excerpts after this many characters, even within a word. */
const excerptLimit = 180

/** A mention of a deleted account has as many stars as its name had letters, so that no text changes its length. */
export const withNamedUnknown = (text: string): string => text.replace(/@\*{3,}/g, '@Unbekannt')

/** An excerpt of the API as shown: whole words, with an ellipsis if truncated. */
export function shownExcerpt(excerpt: string): string {
  if ([...excerpt].length < excerptLimit) return withNamedUnknown(excerpt)
  const lastSpace = excerpt.trimEnd().search(/\s+\S*$/)
  return withNamedUnknown(`${lastSpace > 0 ? excerpt.slice(0, lastSpace) : withoutHalf(excerpt)}…`)
}

/** The API counts code points, so that the last one may be half of an emoji, which letters and digits never are. */
const withoutHalf = (text: string) =>
  /[\p{L}\p{N}\p{P}]$/u.test(text) ? text : graphemesOf(text).slice(0, -1).join('')
