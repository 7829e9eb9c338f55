/** The API truncates excerpts after this many characters, even within a word. */
const excerptLimit = 180

/** An excerpt of the API as shown: whole words, with an ellipsis if truncated. */
export function shownExcerpt(excerpt: string): string {
  if ([...excerpt].length < excerptLimit) return excerpt
  const lastSpace = excerpt.trimEnd().search(/\s+\S*$/)
  return `${lastSpace > 0 ? excerpt.slice(0, lastSpace) : excerpt}…`
}
